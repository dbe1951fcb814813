// Packets of OpenBCI's Cyton board (docs.openbci.com, "Cyton Data Format") as a live source for eegate: 33 bytes each, 250 per second.
//   0xA0 | number, modulo 256 | 8 channels, 24 bits, big-endian | 6 bytes of the accelerometer | 0xC0 to 0xCF
export const packetBytes = 33;
export const sfreq = 250;
/** Default positions of the board's inputs N1P to N8P on the head. */
export const chNames = ['Fp1', 'Fp2', 'C3', 'C4', 'P7', 'P8', 'O1', 'O2'];
/** 4.5 V over 24 bits at a gain of 24. */
export const uvPerCount = (4.5 / 24 / (2 ** 23 - 1)) * 1e6;

/** Takes bytes in chunks of any size; returns chunks of complete samples, with the number of lost samples before each. */
export class CytonReader {
  #rest = new Uint8Array(0);
  #expected = null;

  read(bytes) {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const chunks = [];
    let at = 0;
    while (at + packetBytes <= all.length) {
      const packet = all.subarray(at, at + packetBytes);
      if (isPacket(packet)) this.#take(packet, chunks);
      at += isPacket(packet) ? packetBytes : 1; // the board's greeting, or a packet that was cut
    }
    this.#rest = all.slice(at);
    return chunks.map(({ rows, nLost }) => ({
      data: rows.map((row) => Float32Array.from(row)),
      nLost,
    }));
  }

  #take(packet, chunks) {
    const nLost = this.#expected === null ? 0 : (packet[1] - this.#expected) & 0xff;
    this.#expected = (packet[1] + 1) & 0xff;
    if (chunks.length === 0 || nLost > 0) chunks.push({ rows: chNames.map(() => []), nLost });
    chunks.at(-1).rows.forEach((row, channel) => row.push(microvolts(packet, 2 + 3 * channel)));
  }
}

const isPacket = (packet) => packet[0] === 0xa0 && packet[packetBytes - 1] >> 4 === 0xc;

/** Shifting left and back extends the sign. */
function microvolts(packet, at) {
  const count = (packet[at] << 24) | (packet[at + 1] << 16) | (packet[at + 2] << 8);
  return (count >> 8) * uvPerCount;
}
