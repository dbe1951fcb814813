// A page that decides twice per second whether the eyes are open or closed, from packets of a board or a headband.
import { EegateError, createEngine } from 'eegate';
import * as cyton from './cyton.js';
import * as muse from './muse.js';
import { board, packetSource, recorded } from './packets.js';

const find = (selector) => document.querySelector(selector);
const [decision, counts, list] = ['output', '#counts', 'ol'].map(find);
const engine = await createEngine();
let stream = null;

/** For each device: its recorded packets, and the model and recipe for its electrodes. */
const devices = {
  cyton: {
    ...cyton,
    file: 'packets.bin',
    model: './node_modules/eegate/dist/models/eyes8.safetensors',
    bytesPerS: cyton.packetBytes * cyton.sfreq,
    newReader: () => new cyton.CytonReader(),
    connect: board,
    /** The model's filter in its causal form, and the model's sampling rate (the board has 250 Hz). */
    recipe: {
      version: 1,
      bandpass: { low_hz: 0.5, high_hz: 55, order: 2, mode: 'causal' },
      resample_hz: 160,
      epochs: { by: 'window', length_s: 2, step_s: 0.5 },
    },
  },
  /** A model trained by record_muse.mjs, with its own recipe. */
  muse: {
    ...muse,
    file: 'muse_packets.bin',
    model: 'muse.safetensors',
    bytesPerS: (muse.packetBytes * muse.chNames.length * muse.sfreq) / muse.samplesPerPacket,
    newReader: () => new muse.MuseReader(),
    connect: muse.headband,
    recipe: undefined,
  },
};

const bytesAt = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

async function show(device, pieces, more = {}) {
  await stream?.close();
  list.replaceChildren();
  const model = await engine.loadModel(await bytesAt(device.model));
  const { chNames, sfreq, recipe } = device;
  const source = packetSource({ chNames, sfreq, reader: device.newReader(), pieces, ...more });
  stream = model.stream({ source, stepS: 0.5, ...(recipe && { recipe }) });
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
for (const [name, device] of Object.entries(devices)) {
  find(`#play-${name}`).addEventListener('click', async () => {
    const packets = await bytesAt(device.file);
    const isMax = speed === 'max';
    const pieces = recorded(packets, device, isMax ? 'max' : Number(speed));
    await show(device, pieces, { canWait: isMax });
  });
  find(`#connect-${name}`).addEventListener('click', async () => {
    const { pieces, stop } = await device.connect();
    await show(device, pieces, { stop });
  });
}
find('#connect-cyton').hidden = !navigator.serial;
find('#connect-muse').hidden = !navigator.bluetooth;
find('#stop').addEventListener('click', () => stream?.close());
for (const button of document.querySelectorAll('button')) button.disabled = false;
