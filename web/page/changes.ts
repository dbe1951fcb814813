/** Whether two lists hold the same values, compared by identity. */
export const isSame = (now: readonly unknown[], before: readonly unknown[]): boolean =>
  now.length === before.length && now.every((one, i) => one === before[i]);
