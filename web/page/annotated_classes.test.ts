import { expect, it } from 'vitest';
import type { Annotation } from '../api/index.js';
import { nChangedTruths } from './annotated_classes.js';
import type { RecordingEntry, Run } from './state.js';

const epochs = [0, 2, 4].map((onsetS) => ({ onsetS, durationS: 2, label: '' }));
const run = { plan: { epochs }, classes: ['open', 'closed'] } as unknown as Run;
const at = (onsetS: number, durationS: number, text: string) =>
  ({ onsetS, durationS, text }) as Annotation;
const entry = (annotationsOfFile: Annotation[] | null) =>
  ({ recording: { name: 'a.edf' }, annotationsOfFile }) as RecordingEntry;

it('windows are counted whose class was changed by hand', () => {
  const truth = ['open', 'closed', 'closed'];
  expect(nChangedTruths(run, truth, entry(null))).toBe(0);
  expect(nChangedTruths(run, truth, entry([at(0, 2, 'open'), at(2, 4, 'closed')]))).toBe(0);
  expect(nChangedTruths(run, truth, entry([at(0, 4, 'open'), at(4, 2, 'closed')]))).toBe(1);
  expect(nChangedTruths(run, truth, entry([at(0, 2, 'open')]))).toBe(2);
});
