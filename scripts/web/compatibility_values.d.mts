export const compatibilityValuesFile: string;
/** By code: its values with their types, those that may be empty, and the English sentence of the core. */
export function compatibilityReasons(): {
  code: string;
  english: string;
  values: Record<string, string>;
  optional: string[];
}[];
export function compatibilityValuesText(): string;
