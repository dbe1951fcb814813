// English and German have the same texts, and every text of one is said in the other.
import type { TemplateResult } from 'lit/html.js';
import { afterAll, describe, expect, it } from 'vitest';
import { elementStrings, setElementStrings } from '../../elements/strings.js';
import { isGroup } from '../../lessons/live_strings.js';
import { decimalText } from '../../plot/decimal.js';
import { formatTime } from '../../plot/time_axis.js';
import { english } from './english/index.js';
import { germanElements } from './german/elements.js';
import { german } from './german/index.js';
import { inEnglish, setLanguage, strings } from './index.js';
import { languageOf, languageSetting } from './languages.js';

type Leaf = [path: string, value: unknown];

function leaves(value: unknown, path = ''): Leaf[] {
  if (!isGroup(value) && !Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path ? `${path}.${key}` : key));
}

/** What is the same in both languages: names, units, formats, words of the field, and what goes with data. */
const alike = new RegExp(
  [
    '^$',
    '^[^A-Za-z]*$',
    '^(Hz|µV|s|m:ss|SVG|PNG|CSV|JSON|ONNX|P|B|Esc|ECE|–)$',
    '^(BIDS events\\.tsv|NSRR.*|YASA.*|SyncNet|EEGNet|CRAM|EEG-ChannelNet|AdamW|Adam)$',
    '^(MOABB, )?AUC$',
    '^(Token|Tokens|Gate|Gates|Logit|Query|Key|Term|Live|Name|Text|Filter|Montage|Start|Kappa|Person|Block)$',
    '^(Patient|Format|Rate|Tensor|Annotation|Model|Trigger|trigger|Band|Optimizer|Training|training|attention|Attention)$',
  ].join('|'),
);

const pairs = (one: object, other: object): [string, unknown, unknown][] => {
  const there = new Map(leaves(other));
  return leaves(one).map(([path, value]) => [path, value, there.get(path)]);
};
const all = [
  ...pairs(english, german),
  ...pairs({ elements: { ...elementStrings } }, { elements: germanElements }),
];

describe('the page in German', () => {
  it('has the texts of the English page, and no others', () => {
    const keys = (value: object) => leaves(value).map(([path]) => path);
    expect(keys(german).sort()).toEqual(keys(english).sort());
    expect(keys(germanElements).sort()).toEqual(keys(elementStrings).sort());
  });

  it('keeps names of classes that are written from right to left apart from numbers', () => {
    const markup = ({ explain, train }: typeof english) => [
      explain.modelSays('عيون', 0.5).strings.join('·'),
      ...(train.promise(null, [{ className: 'عيون', count: 3 }]).values[1] as TemplateResult[]).map(
        (one) => one.strings.join('·'),
      ),
    ];
    expect(markup(english)).toEqual([
      expect.stringContaining('<bdi>·</bdi>'),
      expect.stringContaining('<bdi>·</bdi>'),
    ]);
    expect(markup(german as typeof english)).toEqual(markup(english));
  });

  it('asks for the same data in every sentence', () => {
    const differing = all
      .filter(([, one, other]) => typeof one === 'function' || typeof other === 'function')
      .filter(([path]) => !path.startsWith('elements.')) // wrapped, so that they follow the language
      .filter(([, one, other]) => (one as () => void).length !== (other as () => void).length)
      .map(([path]) => path);
    expect(differing).toEqual([]);
  });

  it('says nothing in English', () => {
    const same = all
      .filter(([, one, other]) => typeof one === 'string' && one === other && !alike.test(one))
      .map(([path, one]) => `${path}: ${String(one)}`);
    expect(same).toEqual([]);
  });

  it('writes numbers as German does', () => {
    const { fixed, number, counted, bytes, length } = german.numbers;
    expect(fixed(1.5, 2)).toBe('1,50');
    expect(number(1234567)).toBe('1.234.567');
    expect(counted(1, 'Kanal', 'Kanäle')).toBe('1 Kanal');
    expect(counted(2, 'Kanal', 'Kanäle')).toBe('2 Kanäle');
    expect(bytes(1500)).toBe('1,5 KB');
    expect(bytes(1)).toBe('1 Byte');
    expect(length(17.5)).toBe('17,5 s');
    expect(german.sleep.agreement.sentence(0.5, 0.25, 2, 1)).toContain('Kappa 0,25');
    expect(german.inside.number(-0.0001234)).toBe('−1,23e−4'.replace('e−', 'e-'));
  });
});

describe('a change of language', () => {
  afterAll(() => setLanguage(inEnglish));
  const { live, results } = strings; // as views take them when they are loaded
  const said = elementStrings.drill;

  it('reaches what was taken out before', () => {
    expect(live.start).toBe('Start live');
    setLanguage({ strings: german, elements: germanElements });
    expect([strings.language, live.start, results.figure(0.5)]).toEqual([
      'de',
      'Live starten',
      '50\u00a0%',
    ]);
    expect(said.begin).toBe('Beginnen');
    expect([formatTime(75.25, 2), decimalText('0.1')]).toEqual(['1:15,25', '0,1']);
    setLanguage(inEnglish);
    expect([strings.language, live.start, said.begin]).toEqual(['en', 'Start live', 'Begin']);
    expect(formatTime(75.25, 2)).toBe('1:15.25');
    setElementStrings(null);
  });
});

describe('the language at the start', () => {
  it('is the first one of the browser that the page has', () => {
    expect(languageOf({}, ['de-AT', 'en'])).toBe('de');
    expect(languageOf({}, ['fr-FR', 'de', 'en'])).toBe('de');
    expect(languageOf({}, ['en-US', 'de'])).toBe('en');
    expect(languageOf({}, ['fr'])).toBe('en');
    expect(languageOf({}, ['den', 'enm'])).toBe('en');
    expect(languageOf({}, ['enm', 'DE'])).toBe('de');
  });

  it('is what was chosen or a link says, whatever the browser prefers', () => {
    expect(languageOf({ lang: 'en' }, ['de'])).toBe('en');
    expect(languageOf({ lang: 'de' }, ['en'])).toBe('de');
    expect(languageOf({ lang: 'toString' }, ['de'])).toBe('de');
  });

  it('is in the address where the browser would choose another', () => {
    expect(languageSetting('de', ['de'])).toBe('');
    expect(languageSetting('en', ['de'])).toBe('en');
    expect(languageSetting('de', ['en'])).toBe('de');
  });
});
