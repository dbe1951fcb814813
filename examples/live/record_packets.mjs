// Writes a file of packets as a Cyton sends them: a simulated minute in which the eyes close in the middle, with three lost packets.
//   node record_packets.mjs [packets.bin]
// A file from a real board contains the same bytes: the output of its serial port after 'b'.
import { writeFile } from 'node:fs/promises';
import { createEngine } from 'eegate';
import { chNames, packetBytes, sfreq, uvPerCount } from './cyton.js';
import { valueAt } from './simulated.mjs';

const engine = await createEngine();
const recording = await engine.openRecording(await engine.makeSample({ durationS: 60 }));
const simulated = await recording.readWindow({ channels: chNames });
const packets = Array.from({ length: 60 * sfreq }, (_, at) => {
  const packet = Buffer.alloc(packetBytes);
  packet[0] = 0xa0;
  packet[1] = at & 0xff;
  simulated.data.forEach((values, channel) => {
    const count = Math.round(valueAt(values, simulated.sfreq, at / sfreq) / uvPerCount);
    packet.writeIntBE(count, 2 + 3 * channel, 3);
  });
  packet[packetBytes - 1] = 0xc0;
  return packet;
});
packets.splice(10 * sfreq, 3); // the radio lost them
await writeFile(process.argv[2] ?? 'packets.bin', Buffer.concat(packets));
console.log(`${packets.length} packets`);
await engine.close();
