import { describe, expect, it } from 'vitest';
import { ClassColors } from './class_colors.js';

describe('the colour of a class', () => {
  it('goes with its name, whatever the order of a model', () => {
    const colors = new ClassColors();
    const [open, closed] = colors.slotsOf(['eyes open', 'eyes closed']);
    expect(open).not.toBe(closed);
    expect(colors.slotsOf(['eyes closed', 'eyes open'])).toEqual([closed, open]);
    expect(colors.slotsOf(['artefact', 'eyes closed', 'eyes open']).slice(1)).toEqual([
      closed,
      open,
    ]);
  });
  it('begins with the first, in the order of the first model', () =>
    expect(new ClassColors().slotsOf(['W', 'N1', 'N2', 'N3', 'REM'])).toEqual([0, 1, 2, 3, 4]));
  it('differs within a model, also where other models gave two names the same', () => {
    const colors = new ClassColors();
    expect(colors.slotsOf(['a', 'b'])).toEqual([0, 1]);
    expect(colors.slotsOf(['c', 'd'])).toEqual([0, 1]);
    expect(colors.slotsOf(['a', 'c'])).toEqual([0, 1]);
    expect(colors.slotsOf(['c', 'd'])).toEqual([0, 1]);
  });
  it('comes again where there are more classes than colours', () => {
    const names = Array.from({ length: 8 }, (_, k) => `class ${k}`);
    const slots = new ClassColors().slotsOf(names);
    expect(slots).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  });
});
