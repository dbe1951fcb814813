import { describe, expect, it } from 'vitest';
import { readFragment, writeFragment } from './address.js';
import { checkedFragment } from '../shell/checks.js';
import { initialState, type RecordingEntry, type State, type View } from './state.js';

const view: View = {
  startS: 12.3456789,
  spanS: 10,
  uvPerMm: 20,
  isNegativeUp: true,
  firstRow: 8,
  nRows: 16,
  picked: ['C3', 'C 4&x'],
  hidden: ['EOG'],
  bad: ['T7', 'T8'],
  reference: 'at:Cz',
  filtering: 'own',
  highpassHz: 0.5,
  lowpassHz: null,
  notchHz: 50,
};

function opened(change: Partial<State> = {}): State {
  const entry = { key: 1, view, run: { selected: 3 }, recording: { name: 'Jane Doe.edf' } };
  return {
    ...initialState(),
    recordings: [entry as unknown as RecordingEntry],
    recordingKey: 1,
    workspace: 'explain',
    openSections: ['inside', 'lessons'],
    tools: ['head'],
    urlSettings: { m: 'ig' },
    ...change,
  };
}

describe('the fragment', () => {
  it('says that it is a view of the sample, which everyone has', () => {
    const state = opened();
    const [entry] = state.recordings;
    const file = { name: 'simulated-eeg.edf' } as File;
    const recordings = [{ ...entry!, file, isSimulated: true }];
    const written = writeFragment({ ...state, recordings });
    expect(written).toContain('&sample=1&t=');
    expect(checkedFragment(written)).toBe(written); // the shell writes it
    const read = readFragment(`#${written}`);
    expect([read.isOfSample, read.urlSettings]).toEqual([true, { m: 'ig' }]);
    expect(readFragment('#sample&t=5').isOfSample).toBe(true); // as lessons write it
    expect(readFragment(`#${writeFragment(state)}`).isOfSample).toBeUndefined();
  });

  it('takes the name of a model with or without its ending', () => {
    expect(readFragment('#model=eyes_standard').model).toBe('eyes_standard.safetensors');
    expect(readFragment('#model=eyes8.safetensors').model).toBe('eyes8.safetensors');
  });
  it('gives back the view that was written', () => {
    const read = readFragment(`#${writeFragment(opened())}`);
    expect(read.view).toEqual({ ...view, startS: 12.346 });
    expect(read).toMatchObject({
      place: 'explain',
      open: ['inside', 'lessons'],
      tools: ['head'],
      epoch: 3,
      urlSettings: { m: 'ig' },
    });
  });

  it('holds no name of a file', () => {
    const bytes = new ArrayBuffer(0);
    const mine = { key: 'opened:Jane Doe.safetensors', isBundled: false, bytes };
    const models = [mine] as unknown as State['models'];
    expect(writeFragment(opened({ models, modelKey: mine.key }))).not.toContain('Jane');
  });

  it('is empty at the start', () => expect(writeFragment(initialState())).toBe(''));

  it('leaves out what makes no sense, and takes plain links', () => {
    const { view } = readFragment(
      '#t=-5&span=abc&gain=&row=&rows=0&hp=off&filter=loud&ch=&__proto__=x',
    );
    expect(view).toEqual({ highpassHz: null, picked: null });
    expect(readFragment('#train').place).toBe('train');
    expect(readFragment('').place).toBeUndefined();
  });

  it.each<[string, keyof View, [string, unknown][], string[]]>([
    [
      't',
      'startS',
      [
        ['0', 0],
        ['1e9', 1e9],
      ],
      ['-0.1', '1000000001', '', '%20', 'x'],
    ],
    [
      'span',
      'spanS',
      [
        ['0.1', 0.1],
        ['86400', 86_400],
        ['1e9', 1e9],
      ],
      ['0.09', '1000000001'],
    ],
    [
      'gain',
      'uvPerMm',
      [
        ['0.01', 0.01],
        ['1e6', 1e6],
      ],
      ['0.009', '1000001'],
    ],
    [
      'row',
      'firstRow',
      [
        ['0', 0],
        ['100000', 1e5],
      ],
      ['-1', '100001'],
    ],
    [
      'rows',
      'nRows',
      [
        ['1', 1],
        ['100000', 1e5],
      ],
      ['0', '100001'],
    ],
    [
      'hp',
      'highpassHz',
      [
        ['0.01', 0.01],
        ['10000', 10_000],
        ['off', null],
      ],
      ['0', '10001', 'on'],
    ],
    [
      'lp',
      'lowpassHz',
      [
        ['35', 35],
        ['off', null],
      ],
      ['-1', ''],
    ],
    [
      'notch',
      'notchHz',
      [
        ['50', 50],
        ['off', null],
      ],
      ['Infinity', '%20'],
    ],
    [
      'ch',
      'picked',
      [
        ['C3,,C4', ['C3', 'C4']],
        [',', null],
      ],
      [],
    ],
    [
      'hide',
      'hidden',
      [
        ['A,B', ['A', 'B']],
        ['', []],
      ],
      [],
    ],
    [
      'bad',
      'bad',
      [
        ['T7', ['T7']],
        ['', []],
      ],
      [],
    ],
    ['ref', 'reference', [['average', 'average']], []],
    [
      'filter',
      'filtering',
      [
        ['none', 'none'],
        ['model', 'model'],
        ['own', 'own'],
      ],
      ['other', ''],
    ],
  ])('reads %s within its limits and leaves out the rest', (key, name, good, bad) => {
    for (const [text, value] of good)
      expect(readFragment(`#${key}=${text}`)).toStrictEqual({
        view: { [name]: value },
        urlSettings: {},
      });
    for (const text of bad)
      expect(readFragment(`#${key}=${text}`)).toStrictEqual({ view: {}, urlSettings: {} });
  });

  it('counts epochs from 1, as the table does', () => {
    expect(readFragment('#e=1').epoch).toBe(0);
    expect(readFragment('#e=2.6').epoch).toBe(2);
    expect(readFragment('#e=1e9').epoch).toBe(1e9 - 1);
    for (const text of ['0', '-3', 'x', '', '1000000001'])
      expect(readFragment(`#e=${text}`)).toEqual({ view: {}, urlSettings: {} });
  });

  it('keeps settings of places under short keys of small letters and digits alone', () => {
    const key16 = 'a234567890123456';
    expect(readFragment(`#m=ig&m2=x&${key16}=y`).urlSettings).toEqual({
      m: 'ig',
      m2: 'x',
      [key16]: 'y',
    });
    for (const key of ['M', '2m', 'm-n', `${key16}7`, 'toString', '-m', 'm_'])
      expect(readFragment(`#${key}=x`)).toEqual({ view: {}, urlSettings: {} });
  });

  it('is read with its sign or without, and its lists without empty entries', () => {
    expect(readFragment('p=train&open=a,,b&tools=c,')).toEqual({
      ...{ place: 'train', open: ['a', 'b'], tools: ['c'] },
      ...{ view: {}, urlSettings: {} },
    });
    expect(readFragment('#a#b=c')).toEqual({ view: {}, urlSettings: {} });
    expect(readFragment('#model=a.safetensors.old').model).toBe('a.safetensors.old.safetensors');
  });

  it('says all that differs from the usual, and escapes what has a meaning', () => {
    expect(writeFragment(opened())).toBe(
      'p=explain&open=inside,lessons&t=12.346&span=10&gain=20&up=negative&row=8&rows=16&ch=C3,C%204%26x&hide=EOG' +
        '&bad=T7,T8&ref=at:Cz&filter=own&hp=0.5&lp=off&notch=50&tools=head&e=4&m=ig',
    );
  });

  it('leaves out what is as usual', () => {
    const usual: View = {
      ...{
        startS: 0,
        spanS: 10,
        uvPerMm: 20,
        isNegativeUp: false,
        firstRow: 0,
        nRows: 8,
        picked: null,
      },
      ...{ hidden: [], bad: [], reference: 'recorded', filtering: 'none' },
      ...{ highpassHz: 1, lowpassHz: 2, notchHz: 3 },
    };
    const text = (more: object, change: Partial<State> = {}) => {
      const entry = { key: 1, view: usual, run: null, recording: { name: 'a.edf' }, ...more };
      const recordings = [entry as unknown as RecordingEntry];
      const plain = { workspace: 'signals', openSections: [], tools: [], urlSettings: {} } as const;
      return writeFragment(opened({ ...plain, recordings, ...change } as Partial<State>));
    };
    const always = 't=0&span=10&gain=20&rows=8';
    expect(text({})).toBe(always);
    expect(text({ run: { selected: null } })).toBe(always);
    expect(text({ run: { selected: 0 } })).toBe(`${always}&e=1`);
    expect(text({ view: { ...usual, filtering: 'model' } })).toBe(`${always}&filter=model`);
    const models = [
      { key: 'first.safetensors', isBundled: true },
      { key: 'second.safetensors', isBundled: true },
      { key: 'mine.safetensors', isBundled: false },
    ] as unknown as State['models'];
    expect(text({}, { models, modelKey: 'first.safetensors' })).toBe(always);
    expect(text({}, { models, modelKey: 'second.safetensors' })).toBe(
      `model=second.safetensors&${always}`,
    );
    expect(text({}, { models, modelKey: 'mine.safetensors' })).toBe(always);
  });
});
