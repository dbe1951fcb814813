// Packets of a Muse headband as a live source for eegate. By Web Bluetooth each of its channels sends 20 bytes:
//   number, modulo 65536 | 12 samples of 12 bits          big-endian; 256 samples per second
// In a file, and between the functions below, a byte with the channel's number precedes each packet.
export const packetBytes = 21;
export const sfreq = 256;
export const chNames = ['TP9', 'AF7', 'AF8', 'TP10'];
export const samplesPerPacket = 12;
/** 2 mV over 12 bits; 2048 is 0 V. */
export const uvPerCount = 2000 / 4096;
export const zero = 2048;

/** Takes complete packets; returns chunks of complete samples, with the number of lost samples before each. */
export class MuseReader {
  #waiting = chNames.map(() => null);
  #number = null;
  #expected = null;

  read(bytes) {
    const chunks = [];
    for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
      const packet = bytes.subarray(at, at + packetBytes);
      if (packet[0] < chNames.length) this.#take(packet, chunks);
    }
    return chunks;
  }

  /** Samples are complete when all channels have sent the packet with the same number. */
  #take(packet, chunks) {
    const number = (packet[1] << 8) | packet[2];
    if (number !== this.#number) this.#waiting.fill(null);
    this.#number = number;
    this.#waiting[packet[0]] = samplesOf(packet);
    if (this.#waiting.includes(null)) return;
    const missing = this.#expected === null ? 0 : (number - this.#expected) & 0xffff;
    this.#expected = (number + 1) & 0xffff;
    chunks.push({ data: this.#waiting.slice(), nLost: missing * samplesPerPacket });
    this.#waiting.fill(null);
  }
}

/** Two samples in three bytes. */
function samplesOf(packet) {
  const samples = new Float32Array(samplesPerPacket);
  for (let i = 0, at = 3; i < samplesPerPacket; i += 2, at += 3) {
    samples[i] = (packet[at] << 4) | (packet[at + 1] >> 4);
    samples[i + 1] = ((packet[at + 1] & 0xf) << 8) | packet[at + 2];
  }
  return samples.map((count) => (count - zero) * uvPerCount);
}

const uuid = (short) => `273e00${short}-4c4d-454d-96be-f03bac821358`;
const service = 0xfe8d;

/** A headband by Web Bluetooth: its packets as they arrive, and a function to stop them. */
export async function headband() {
  const device = await navigator.bluetooth.requestDevice({ filters: [{ services: [service] }] });
  const server = await device.gatt.connect();
  const inside = await server.getPrimaryService(service);
  const control = await inside.getCharacteristic(uuid('01'));
  /** A command is preceded by its length and followed by the end of a line. */
  const say = (word) =>
    control.writeValue(Uint8Array.of(word.length + 1, ...new TextEncoder().encode(`${word}\n`)));
  let wake = () => undefined;
  const waiting = [];
  const arrived = (packet) => {
    waiting.push(packet);
    wake();
  };
  for (const channel of chNames.keys()) {
    const one = await inside.getCharacteristic(uuid(`0${channel + 3}`));
    one.addEventListener('characteristicvaluechanged', ({ target: { value } }) =>
      arrived(Uint8Array.of(channel, ...new Uint8Array(value.buffer, value.byteOffset, 20))),
    );
    await one.startNotifications();
  }
  device.addEventListener('gattserverdisconnected', () => arrived(null));
  async function* pieces() {
    for (const word of ['h', 'p21', 's', 'd']) await say(word);
    for (;;) {
      while (waiting.length > 0) {
        const packet = waiting.shift();
        if (packet === null) return;
        yield packet;
      }
      await new Promise((resolve) => (wake = resolve));
    }
  }
  const stop = async () => {
    await say('h');
    device.gatt.disconnect();
  };
  return { pieces: pieces(), stop };
}
