import { describe, expect, it } from 'vitest';
import { annotationsInView } from './annotations_in_view.js';

const at = (onsetS: number, text = 'T1', durationS = 0) => ({ onsetS, durationS, text });
const told = (annotations: ReturnType<typeof at>[], annotationsComplete: boolean) =>
  annotationsInView({ annotations, annotationsComplete }, 10, 20);

describe('the annotations in view', () => {
  it('are said to be none only when all have been read', () => {
    expect(told([at(3)], true)).toBe('no annotations in view');
    expect(told([at(3)], false)).toBe('annotations have not all been read yet');
  });
  it('are named, and said to be incomplete while they are', () => {
    expect(told([at(3), at(12), at(5, 'T2', 6)], true)).toBe(
      'annotations: T1 at 0:12.0, T2 at 0:05.0',
    );
    expect(told([at(12)], false)).toBe('annotations read so far: T1 at 0:12.0');
  });
  it('are counted beyond the first six', () =>
    expect(
      told(
        [11, 12, 13, 14, 15, 16, 17, 18].map((s) => at(s)),
        true,
      ),
    ).toMatch(/, and 2 more$/));
});
