// A page that says, twice a second, whether eyes are open or closed, from packets as a board sends them.
import { EegateError, createEngine } from 'eegate';
import { cytonSource } from './cyton.js';
import { board, recorded } from './packets.js';

const find = (selector) => document.querySelector(selector);
const [decision, counts, list] = ['output', '#counts', 'ol'].map(find);
const eegate = './node_modules/eegate/dist';
const engine = await createEngine();
const model = await engine.loadModel(
  await (await fetch(`${eegate}/models/eyes8.safetensors`)).blob(),
);
let stream = null;

/** The filter of the model in its causal form, and the rate that it was trained at: the board's is 250 Hz. */
const recipe = {
  version: 1,
  bandpass: { low_hz: 0.5, high_hz: 55, order: 2, mode: 'causal' },
  resample_hz: 160,
  epochs: { by: 'window', length_s: 2, step_s: 0.5 },
};

async function show(source) {
  await stream?.close();
  list.replaceChildren();
  stream = model.stream({ source, recipe });
  try {
    for await (const { onsetS, durationS, label, probabilities } of stream) {
      decision.textContent = `${label}, ${Math.round(100 * Math.max(...probabilities))} %`;
      const row = document.createElement('li');
      row.textContent = `${(onsetS + durationS).toFixed(1)} s: ${label}`;
      list.append(row);
      counts.textContent = `${stream.counts.nDecisions} decisions, ${stream.counts.nLost} samples lost on the way`;
    }
    counts.textContent += '; the end';
  } catch (error) {
    if (!(error instanceof EegateError)) throw error;
    counts.textContent = `${error.message}. ${error.hint}`;
  }
}

const speed = new URLSearchParams(location.search).get('speed') ?? '1';
find('#play').addEventListener('click', async () => {
  const packets = new Uint8Array(await (await fetch('packets.bin')).arrayBuffer());
  const isMax = speed === 'max';
  await show(cytonSource(recorded(packets, isMax ? 'max' : Number(speed)), { canWait: isMax }));
});
find('#connect').hidden = !navigator.serial;
find('#connect').addEventListener('click', async () => {
  const { pieces, stop } = await board();
  await show(cytonSource(pieces, { stop }));
});
find('#stop').addEventListener('click', () => stream?.close());
for (const button of document.querySelectorAll('button')) button.disabled = false;
