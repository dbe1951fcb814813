// The cards of models are English in their files; the German page translates those that are its own.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileTexts } from './file_texts.js';
import { methods as english } from './english/methods.js';
import { translatedCard } from './german/card_texts.js';
import { methods as german } from './german/methods.js';

const folder = 'web/page/public/models';

function textsOf(file: string): string[] {
  const bytes = readFileSync(`${folder}/${file}`);
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE()))) as {
    __metadata__: { train: string };
  };
  const { reads, limits, judged, data } = JSON.parse(header.__metadata__.train) as {
    reads: string;
    limits: string;
    judged: { how: string };
    data: { runs: string };
  };
  return [reads, limits, judged.how, data.runs];
}

/** The sentences that the core writes, with numbers for what it counts. */
const ofCore = [
  ...readFileSync('src/session/train/training_card.cc', 'utf8').matchAll(
    /(?:std::string\(|\+=\s*)"([A-Z][^"]+\.)"/g,
  ),
].map(([, text]) => text!);

describe('a card in German', () => {
  it.each(readdirSync(folder).filter((file) => file.endsWith('.safetensors')))(
    'has every sentence of %s',
    (file) => {
      for (const text of textsOf(file)) expect(translatedCard(text), text).not.toBe(text);
    },
  );
  it('has what the core and the page write', () => {
    expect(ofCore.length).toBeGreaterThanOrEqual(3);
    const use = ' For research and teaching; not a medical device.';
    const figures =
      'The figures come from 1 other subject, whose data also chose the best epoch: expect a lower performance on subjects that were not used for that.';
    const trained = [...ofCore, figures].map((text) => `Trained on 3 subjects. ${text}${use}`);
    for (const text of [
      ...trained,
      fileTexts.personsHow(4, [0.34, 0.87]),
      fileTexts.personsLimits(4),
    ])
      expect(translatedCard(text), text).not.toBe(text);
    expect(translatedCard(fileTexts.personsHow(4, [0.34, 0.87]))).toContain('34 % bis 87 %');
  });
  it('leaves what it does not know as it is, also in part', () => {
    const text = 'Trained on cats. For research and teaching; not a medical device.';
    expect(translatedCard(text)).toBe(text);
  });
});

it('what the core says of folds is in the words and the language of the page', () => {
  const source = readFileSync('src/session/train/comparison.cc', 'utf8');
  const [groups, folds, segments, dropped] = [
    ...[' subjects or runs, left out in ', ' folds', ' segments of time, each left out once'],
    ' with the epochs that overlap it',
  ];
  for (const text of [groups, folds, segments, dropped]) expect(source).toContain(`"${text}"`);
  const [of4, of5] = [`4${groups}4${folds}`, `5${segments}${dropped}`];
  expect(english.split(9, of4)).toMatch(/; 4 people or recordings, left out in 4 folds\.$/);
  expect(german.split(9, of4)).toMatch(/; 4 Personen oder Aufnahmen, in 4 Teilen ausgelassen\.$/);
  expect(german.split(9, of5)).toMatch(/; 5 Zeitabschnitte, .*, die ihn überlappen\.$/);
});
