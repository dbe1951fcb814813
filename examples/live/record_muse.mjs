// Writes a file of packets as a Muse sends them, and a model for its four electrodes, from two simulated minutes in which the eyes close in
// the middle. The model is trained on one minute; the packets are from the other, with one packet lost.
//   node record_muse.mjs [muse_packets.bin [muse.safetensors]]
// For a real person: label a recording of that person, train on it in the same way, and use its model file instead of this one.
import { writeFile } from 'node:fs/promises';
import { createEngine } from 'eegate';
import { chNames, samplesPerPacket, sfreq, uvPerCount, zero } from './muse.js';
import { valueAt } from './simulated.mjs';

/** The simulated electrodes nearest to those of the headband. */
const nearest = ['TP7', 'AF7', 'AF8', 'TP8'];
const engine = await createEngine();
const simulated = async (seed) =>
  engine.openRecording(await engine.makeSample({ seed, durationS: 60 }));

/** The processing for training and live use: causal filters, which use no future samples. */
const steps = {
  version: 1,
  bandpass: { low_hz: 1, high_hz: 40, order: 2, mode: 'causal' },
  resample_hz: 128,
};
const labels = { 'eyes open': 'eyes open', 'eyes closed': 'eyes closed' };
const windows = { by: 'window', length_s: 2, step_s: 0.5 };
const epochs = await (
  await simulated(1)
).epochs({ ...steps, pick: nearest, epochs: { ...windows, labels } });
const classes = Object.values(labels);
const run = engine.train({
  config: {
    config: { preset: 'tangent_space', n_chans: chNames.length, n_times: epochs.dims[2] },
    channels: chNames,
    classes,
    sfreq: epochs.sfreq,
    recipe: { ...steps, pick: chNames, epochs: windows },
  },
  data: { x: epochs.data, y: epochs.labels.map((label) => classes.indexOf(label)) },
});
const trained = await run.result;
await writeFile(
  process.argv[3] ?? 'muse.safetensors',
  new Uint8Array(await trained.toSafetensors()),
);

const live = await (await simulated(2)).readWindow({ channels: nearest });
const packets = [];
for (let number = 0; (number + 1) * samplesPerPacket <= 60 * sfreq; number++) {
  live.data.forEach((values, channel) => {
    const packet = Buffer.alloc(21);
    packet[0] = channel;
    packet.writeUInt16BE(number, 1);
    for (let i = 0; i < samplesPerPacket; i += 2) {
      const [a, b] = [i, i + 1].map((k) => {
        const uv = valueAt(values, live.sfreq, (number * samplesPerPacket + k) / sfreq);
        return Math.min(4095, Math.max(0, Math.round(uv / uvPerCount) + zero));
      });
      packet.writeUIntBE((a << 12) | b, 3 + 1.5 * i, 3);
    }
    packets.push(packet);
  });
}
packets.splice(200 * chNames.length + 1, 1); // the radio lost it
await writeFile(process.argv[2] ?? 'muse_packets.bin', Buffer.concat(packets));
const { accuracy, nTrials } = trained.evaluation;
console.log(
  `${packets.length} packets; the model is right in ${Math.round(100 * accuracy)} % of ${nTrials} windows that it did not learn from`,
);
await engine.close();
