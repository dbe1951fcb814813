// The class that a model gives by its outputs.

/** The class of the highest probability; empty where one is not finite. */
export function labelOf(classes: readonly string[], probabilities: Float32Array): string {
  return probabilities.every((value) => Number.isFinite(value))
    ? classes[indexOfMax(probabilities)]!
    : '';
}

/** The class that most of the epochs have by their logits [nEpochs, nOutputs]; of equally many the first. */
export function classOfMost(logits: Float32Array, nEpochs: number): number {
  const nOutputs = logits.length / nEpochs;
  const counts: number[] = new Array<number>(Math.max(2, nOutputs)).fill(0);
  for (let at = 0; at < logits.length; at += nOutputs) {
    // A single output is the logit of the second of two classes.
    const own = logits.subarray(at, at + nOutputs);
    counts[nOutputs === 1 ? Number(own[0]! > 0) : indexOfMax(own)]!++;
  }
  return indexOfMax(counts);
}

function indexOfMax(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}
