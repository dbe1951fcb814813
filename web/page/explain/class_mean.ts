// The mean explanation of the windows of a class.
import type { Classification, ExplainOptions } from '../../api/index.js';
import { joined } from '../../worker/work_chunks.js';
import { byChannel } from './reductions.js';
import type { ClassMean } from './state.js';

const epochsAtOnce = 8;

/** `onProgress` hears how much is done, 0 to 1. */
export async function meanOver(
  classification: Classification,
  epochs: readonly { index: number }[],
  asked: ExplainOptions & Required<Pick<ExplainOptions, 'method'>>,
  onProgress: (share: number) => void,
): Promise<Omit<ClassMean, 'key'>> {
  const { model } = classification;
  const { signal, method } = asked;
  const nChans = model.info.chNames.length;
  let sum = new Float32Array(0);
  let nTimes = 0;
  for (let done = 0; done < epochs.length; done += epochsAtOnce) {
    const some = epochs.slice(done, done + epochsAtOnce);
    const pieces: Float32Array[] = [];
    for (const { index } of some) pieces.push(await classification.epochs(index, 1, { signal }));
    nTimes = pieces[0]!.length / nChans;
    const { data } = await model.explain(joined(pieces), {
      ...asked,
      batch: some.length,
      checks: false,
      onProgress: (share) => onProgress((done + share * some.length) / epochs.length),
    });
    const each = data.length / some.length;
    if (!sum.length) sum = new Float32Array(each);
    data.forEach((value, i) => (sum[i % each]! += value / epochs.length));
  }
  const channels = byChannel(sum, nChans, nTimes, method);
  return { nWindows: epochs.length, values: sum, byChannel: channels };
}
