// A gate as a valve: its opening, and how pointer and keys change it. Pure.

/** Upper and lower jaw in a pipe from `top`, `height` high: what is left between them is the gate's opening. */
export function jawsOf(
  open: number,
  top: number,
  height: number,
): { upper: number; lower: number; gap: number } {
  const share = Math.min(1, Math.max(0, open));
  const gap = share * height;
  const upper = (height - gap) / 2;
  return { upper, lower: top + upper + gap, gap };
}

/** What a hand at height y sets on a rail from `top` (open) to `top + height` (closed). */
export function openAt(y: number, top: number, height: number): number {
  const share = 1 - (y - top) / height;
  return Math.round(100 * Math.min(1, Math.max(0, share))) / 100;
}

const steps: Record<string, number> = {
  ArrowUp: 0.05,
  ArrowRight: 0.05,
  ArrowDown: -0.05,
  ArrowLeft: -0.05,
  PageUp: 0.2,
  PageDown: -0.2,
  Home: -1,
  End: 1,
};

/** What a key sets; "release" gives the gate back to the model, null for keys that mean nothing here. */
export function openAfter(key: string, open: number): number | 'release' | null {
  if (key === 'Escape' || key === 'Delete' || key === 'Backspace') return 'release';
  const step = steps[key];
  if (step === undefined) return null;
  return Math.round(100 * Math.min(1, Math.max(0, open + step))) / 100;
}
