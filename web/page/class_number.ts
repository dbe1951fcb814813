// The colour of a class for style sheets: the attribute data-class, from 1.
import { classColors } from '../plot/class_colors.js';

export function classNumber(classes: readonly string[], index: number): number {
  return (classColors.slotsOf(classes)[index] ?? 0) + 1;
}
