/** Number of engine workers where none is chosen: one per processor core, at most 4. */
export const automaticWorkers = (): number =>
  Math.min(4, Math.max(1, navigator.hardwareConcurrency || 1));
