// Results of the compatibility checks in the language of the page.
import type { CompatibilityCode, CompatibilityItem, CompatibilityValues } from '../api/index.js';
import { strings } from './strings/index.js';

/** The sentences that go with a code, filled with its values. */
export function compatibilityText({
  code,
  values,
}: Pick<CompatibilityItem, 'code' | 'values'>): string {
  const reasons = strings.model.compatibility.reasons as Record<
    CompatibilityCode,
    (values: unknown) => string
  >;
  return reasons[code](values satisfies CompatibilityValues[CompatibilityCode]);
}
