import type { KeptRun, Shelf } from './keeping.js';

export function browserShelf(): Shelf {
  let kept: KeptRun | null = null;
  return {
    load: () => Promise.resolve(kept),
    begin: (run) => Promise.resolve(void (kept = run)),
    update: (change) => Promise.resolve(void (kept &&= { ...kept, ...change })),
    clear: () => Promise.resolve(void (kept = null)),
  };
}
