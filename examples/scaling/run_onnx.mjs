// Runs a model exported by eegate in ONNX Runtime on a folder of prepared epochs.
//   node run_onnx.mjs MODEL.onnx FOLDER [BATCH]
// FOLDER contains the output of `eegate prepare REC --model MODEL -o FOLDER/REC.npy`: float32 [n, C, T]. For each X.npy the script writes
// X.logits.csv, one row per epoch. It needs the npm package onnxruntime-node, or onnxruntime-web, which is slower.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [modelFile, folder, batchText = '64'] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node run_onnx.mjs MODEL.onnx FOLDER [BATCH]');
  process.exit(2);
}
const ort = await import('onnxruntime-node').catch(() => import('onnxruntime-web/wasm'));
if (ort.env.wasm) ort.env.wasm.numThreads = 1; // its threads are for browsers
const session = await ort.InferenceSession.create(new Uint8Array(readFileSync(modelFile)));

const files = readdirSync(folder).filter((name) => name.endsWith('.npy'));
if (!files.length) throw new Error(`${folder} holds no .npy file`);
for (const file of files) {
  const { shape, values } = readEpochs(join(folder, file));
  const rows = await logitsOf(shape, values, Number(batchText));
  const head = rows[0]?.map((_, k) => `logit_${k}`).join(',') ?? '';
  const text = [head, ...rows.map((row) => row.join(','))].join('\n');
  writeFileSync(join(folder, file.replace(/\.npy$/, '.logits.csv')), `${text}\n`);
  console.log(`${file}: ${rows.length} epochs`);
}

/** Runs [n, C, T] in batches and returns one row of logits per epoch. */
async function logitsOf([n, nChans, nTimes], values, batch) {
  const [rows, size] = [[], nChans * nTimes];
  for (let first = 0; first < n; first += batch) {
    const count = Math.min(batch, n - first);
    const part = values.slice(first * size, (first + count) * size);
    const eeg = new ort.Tensor('float32', part, [count, nChans, nTimes]);
    const { logits } = await session.run({ eeg });
    const nOutputs = logits.data.length / count;
    for (let i = 0; i < count; i++)
      rows.push([...logits.data.slice(i * nOutputs, (i + 1) * nOutputs)]);
  }
  return rows;
}

/** Reads the .npy files that `eegate prepare` writes; no other variants. */
function readEpochs(file) {
  const bytes = readFileSync(file);
  const begin = 10 + bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, begin);
  const shape = /'shape': \((\d+), (\d+), (\d+),?\)/.exec(header)?.slice(1).map(Number);
  const isRight = header.includes("'descr': '<f4'") && header.includes("'fortran_order': False");
  if (!shape || !isRight) throw new Error(`${file} is not float32 [n, C, T]: ${header.trim()}`);
  const copy = Uint8Array.from(bytes.subarray(begin)); // where the values are aligned
  return { shape, values: new Float32Array(copy.buffer) };
}
