// Weights of a RobustSleepNet with the names of its authors, drawn at random: what they answer means nothing, but is answered.
const gru = (prefix: string, nIn: number, nUnits: number): [string, number[]][] =>
  ['l0', 'l0_reverse'].flatMap((end): [string, number[]][] => [
    [`${prefix}.weight_ih_${end}`, [3 * nUnits, nIn]],
    [`${prefix}.weight_hh_${end}`, [3 * nUnits, nUnits]],
    [`${prefix}.bias_ih_${end}`, [3 * nUnits]],
    [`${prefix}.bias_hh_${end}`, [3 * nUnits]],
  ]);
const linear = (prefix: string, nIn: number, nOut: number): [string, number[]][] => [
  [`${prefix}.weight`, [nOut, nIn]],
  [`${prefix}.bias`, [nOut]],
];

const encoder = 'encoder_eeg.encoder';
const tensors: [string, number[]][] = [
  ...linear(`${encoder}.filter_reduction`, 65, 32),
  ...[0, 1, 2, 3].flatMap((head): [string, number[]][] => [
    ...linear(`${encoder}.channel_attention.attention_${head}.context_matrix`, 32, 30),
    [`${encoder}.channel_attention.attention_${head}.context_vector.weight`, [1, 30]],
  ]),
  ...gru(`${encoder}.gru`, 128, 64),
  ...linear('reducer_eeg.reduction', 128, 50),
  ...linear('reducer_eeg.attention.context_matrix', 50, 25),
  ['reducer_eeg.attention.context_vector.weight', [1, 25]],
  ...[50, 100].flatMap((nIn, i): [string, number[]][] => [
    ...linear(`sequence_encoder.encoder.${i}.residual_connection`, nIn, 100),
    ...gru(`sequence_encoder.encoder.${i}.gru`, nIn, 50),
  ]),
  ...linear('classifier', 100, 5),
];

export function randomStager(): Buffer {
  const header: Record<string, unknown> = {};
  const values: number[] = [];
  let seed = 1;
  for (const [name, shape] of tensors) {
    const begin = 4 * values.length;
    const n = shape.reduce((product, size) => product * size, 1);
    for (let i = 0; i < n; i++) {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      values.push(0.4 * (seed / 2 ** 30 - 1));
    }
    header[name] = { dtype: 'F32', shape, data_offsets: [begin, 4 * values.length] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, Buffer.from(Float32Array.from(values).buffer)]);
}
