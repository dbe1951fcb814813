import { expect, it } from 'vitest';
import { fitted, fittedName } from './surface.js';

/** Ten pixels for each letter. */
const ctx = { measureText: (text: string) => ({ width: 10 * text.length }) } as never;

it('shortens a text to its room', () => {
  expect(fitted(ctx, 'occipital', 90)).toBe('occipital');
  expect(fitted(ctx, 'occipital', 50)).toBe('occi…');
  expect(fitted(ctx, 'occipital', 5)).toBe('');
});

it('shortens the name of a channel to what tells it from others', () => {
  expect(fittedName(ctx, 'EEG Fpz-Cz', 100)).toBe('EEG Fpz-Cz');
  expect(fittedName(ctx, 'EEG Fpz-Cz', 60)).toBe('Fpz-Cz');
  expect(fittedName(ctx, 'EEG Fpz-Cz', 50)).toBe('Fpz-…');
  expect(fittedName(ctx, 'EOG horizontal', 50)).toBe('EOG…');
  expect(fittedName(ctx, 'EOG E1-M2', 60)).toBe('E1-M2');
  expect(fittedName(ctx, 'EOG Right', 60)).toBe('EOG R…'); // "Right" alone is no channel
  expect(fittedName(ctx, 'EXG Channel 15', 60)).toBe('EXG…15');
  expect(fittedName(ctx, 'EXG Channel 15', 30)).toBe('EX…'); // no room for a letter and the number
  expect(fittedName(ctx, 'EEG', 20)).toBe('E…');
});
