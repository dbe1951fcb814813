// Tokens on the time axis: each spans from halfway to the previous token to halfway to the next.

export interface TokenSpan {
  token: number;
  /** Share of the epoch's duration, 0 to 1. */
  from: number;
  to: number;
}

export function tokenSpans(
  places: { firstTime: number; nTimes: number }[],
  nTimes: number,
): TokenSpan[] {
  const standing = places
    .map(({ firstTime, nTimes: n }, token) => ({ token, middle: (firstTime + n / 2) / nTimes, n }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.middle - b.middle || a.token - b.token);
  const middles = [...new Set(standing.map(({ middle }) => middle))];
  const halfway = (i: number) => (middles[i]! + middles[i + 1]!) / 2;
  return standing.map(({ token, middle }) => {
    const i = middles.indexOf(middle);
    return {
      token,
      from: i === 0 ? 0 : halfway(i - 1),
      to: i + 1 < middles.length ? halfway(i) : 1,
    };
  });
}
