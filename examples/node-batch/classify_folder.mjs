// Classifies every EDF and BDF recording of a folder and writes BIDS events to OUT:
//   node classify_folder.mjs MODEL.safetensors FOLDER OUT
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { EegateError, createEngine } from 'eegate';

const [modelPath, folder, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node classify_folder.mjs MODEL.safetensors FOLDER OUT');
  process.exit(2);
}
await mkdir(out, { recursive: true });
const engine = await createEngine();
const model = await engine.loadModel(await readFile(modelPath));
const names = (await readdir(folder)).filter((name) => /\.(edf|bdf)$/i.test(name)).sort();
let nFailed = 0;

for (const name of names) {
  try {
    const recording = await engine.openRecording(join(folder, name)); // read by ranges
    const run = model.classify(recording);
    let n = 0;
    for await (const _ of run) n++;
    await writeFile(join(out, `${parse(name).name}.tsv`), new Uint8Array(await run.save('tsv')));
    console.log(`${name}: ${n} epochs`);
    await recording.close();
  } catch (error) {
    if (!(error instanceof EegateError)) throw error;
    console.error(`${name}: ${error.code}: ${error.message}`); // the others are done all the same
    nFailed++;
  }
}
await engine.close();
process.exit(nFailed > 0 ? 1 : 0);
