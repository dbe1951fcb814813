// A page that classifies a recording on the visitor's machine. `npm install`, `npm run build`, `npm run preview`.
/// <reference types="vite/client" />
import { EegateError, createEngine } from 'eegate';
import modelUrl from 'eegate/models/eyes.safetensors?url';

const status = document.querySelector('p[role=status]')!;
const table = document.querySelector('table')!;
const engine = await createEngine();
const model = await engine.loadModel(await (await fetch(modelUrl)).blob());

document.querySelector('input')!.addEventListener('change', async ({ target }) => {
  const [file] = (target as HTMLInputElement).files!;
  if (!file) return;
  table.replaceChildren();
  try {
    await using recording = await engine.openRecording(file);
    for await (const { onsetS, label } of model.classify(recording)) {
      const row = table.insertRow();
      row.insertCell().textContent = `${onsetS} s`;
      row.insertCell().textContent = label;
    }
    status.textContent = `${file.name}: ${table.rows.length} windows`;
  } catch (error) {
    if (!(error instanceof EegateError)) throw error;
    status.textContent = `${error.message}. ${error.hint}`;
  }
});
