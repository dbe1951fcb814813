// The traces turn their page when the replay leaves it.
interface Page {
  startS: number;
  spanS: number;
}

/** Where the view begins when a replay does; null: it stays. */
export function broughtTo({ startS, spanS }: Page, beginS: number): number | null {
  return beginS >= startS && beginS < startS + spanS ? null : beginS;
}

/** Where the view begins after the replay came from one time to another; null: it stays, also where the replay was not in view. */
export function turnedTo({ startS, spanS }: Page, beforeS: number, nowS: number): number | null {
  const nPages = Math.floor((nowS - startS) / spanS);
  const wasInView = beforeS >= startS && beforeS <= startS + spanS;
  return wasInView && nPages >= 1 ? startS + nPages * spanS : null;
}
