/** Interpolates between the samples of a simulation, whose sampling rate differs from that of a device. */
export function valueAt(values, sfreq, seconds) {
  const position = seconds * sfreq;
  const before = Math.floor(position);
  const [a, b] = [values[before], values[Math.min(before + 1, values.length - 1)]];
  return a + (position - before) * (b - a);
}
