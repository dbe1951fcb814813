import { expect, it } from 'vitest';
import { agreementOf, reportSummary } from './report_summary.js';
import type { RecordingEntry, Run } from './state.js';
import { german } from './strings/german/index.js';
import { inEnglish, setLanguage } from './strings/index.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
const info = {
  config: { architecture: 'transformer', block: 'gated', gate: 'gru', n_blocks: 2, n_heads: 4 },
  parameters: 1234,
  recipe: { version: 1, bandpass: { low_hz: 1, high_hz: 40, order: 4 }, resample_hz: 160 },
  train: null,
};
/** Windows of two seconds; `says`: a letter for what the model says of each. */
function made(says: string, texts: string[], more: object = {}) {
  const predictions = [...says].map((label, index) => {
    const onsetS = 2 * index;
    return { index, onsetS, durationS: 2, label, probabilities: new Float32Array(2) };
  });
  const annotations = texts.map((text, i) => ({ onsetS: 2 * i, durationS: 2, text }));
  const recording = { name: 'x.edf', durationS: 2 * says.length, annotations };
  const run = {
    ...{ modelTitle: 'A < B', classes: ['a', 'b'], isRegression: false, classification: {} },
    ...{
      predictions,
      plan: { epochs: predictions.map((one) => ({ ...one, label: '' })), recipe: null },
      lease: { model: { info } },
    },
    ...more,
  };
  return [{ recording } as unknown as RecordingEntry, run as unknown as Run] as const;
}
const written = { version: '1.2.3', colors: ['#111', '#222'] };

it('states accuracy, interval, chance and agreement in a paragraph to paste, in English', () => {
  setLanguage({ strings: german, elements: null });
  const text = plain(reportSummary(...made('aabbb', ['a', 'a', 'a', 'b', 'b']), written));
  setLanguage(inEnglish);
  expect(text).toContain(
    '5 windows of 2 s were classified with eegate 1.2.3 by the model “A &#60; B” (gru-gated transformer, 2 blocks of 4 heads, 1,234 parameters). Preparation of the signals: band-pass 1 to 40 Hz, order 4, zero phase; resampled to 160 Hz. Of the 5 windows whose class is annotated, 4 were classified correctly: accuracy 80 % (95 % Wilson interval 38 % to 96 %). Always predicting the most frequent class would give 60 %. Balanced accuracy is 83 %, Cohen’s kappa 0.62.',
  );
  expect(text).not.toContain('overlap');
  expect(text).toContain('<th scope="row">a</th><td>2</td><td>1</td><td>67 %</td>');
  expect(text).toMatch(/aria-label="Accuracy with its 95 % interval/);
  expect(text.match(/fill="#111"/g)).toHaveLength(3); // one block of each lane, and the legend
  expect(text.match(/fill="#222"/g)).toHaveLength(3);
});

it('writes numbers of windows as English does', () => {
  const n = 1100;
  const summary = reportSummary(...made('a'.repeat(n) + 'b', [...'a'.repeat(n), 'b']), written);
  expect(plain(summary)).toContain('<td>1,100</td><td>0</td><td>100 %</td>');
});

it('claims no accuracy where no class is annotated, and compares with no chance where all have one', () => {
  const none = reportSummary(...made('ab', []), written);
  expect(plain(none)).toContain('no accuracy is given');
  expect(none).not.toMatch(/<table|annotation</);
  const one = reportSummary(...made('ab', ['a', 'a']), written);
  expect(plain(one)).toContain('All annotated windows have the same class');
  expect(one).not.toContain('kappa');
  expect(one).not.toContain('Accuracy with its');
});

it('says nothing of numbers that are no classes', () => {
  expect(reportSummary(...made('ab', ['a', 'a'], { isRegression: true }), written)).toBe('');
});

it('agrees with scikit-learn: kappa and balanced accuracy', () => {
  // cohen_kappa_score and balanced_accuracy_score of the labels that give this matrix
  const confusion = [
    [20, 5, 0],
    [10, 15, 5],
    [0, 0, 0],
  ];
  const { kappa, balancedAccuracy, chance } = agreementOf({ confusion, n: 55, accuracy: 35 / 55 });
  expect(kappa).toBeCloseTo(0.3432836, 6);
  expect(balancedAccuracy).toBeCloseTo(0.65, 10);
  expect(chance).toBeCloseTo(30 / 55, 10);
});
