/**
 * @internal The value with all lists and objects in it unchangeable: what the library goes on using must not change because a caller sorts
 * or shortens a list that it was given.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
