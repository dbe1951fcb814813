// The protocol between the simulated headset and its adapter: frames of
//   E6 A7 | kind 1 | sequence 2 | length 2 | payload | CRC-16 of kind to payload 2         (little-endian)
// A frame whose checksum is wrong is skipped, and reading goes on at the next E6 A7.

/** Commands to the device, one byte each. */
export const headsetCommand = { hello: 0x68, begin: 0x62, stop: 0x73 } as const;

export const frameKind = { hello: 1, samples: 2, status: 3, end: 4 } as const;

export interface Frame {
  kind: number;
  /** Counts the frames of samples, modulo 65536. */
  sequence: number;
  payload: Uint8Array;
}

export interface Hello {
  sfreq: number;
  uvPerBit: number;
  samplesPerFrame: number;
  chNames: string[];
}

const sync = [0xe6, 0xa7] as const;
const headBytes = 7;
export const maxPayloadBytes = 16384;

/** CRC-16/CCITT-FALSE. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

export function encodeFrame({ kind, sequence, payload }: Frame): Uint8Array {
  const bytes = new Uint8Array(headBytes + payload.length + 2);
  const view = new DataView(bytes.buffer);
  bytes.set(sync);
  view.setUint8(2, kind);
  view.setUint16(3, sequence & 0xffff, true);
  view.setUint16(5, payload.length, true);
  bytes.set(payload, headBytes);
  view.setUint16(headBytes + payload.length, crc16(bytes.subarray(2, -2)), true);
  return bytes;
}

/** Decodes frames from bytes that arrive in packets of any size. */
export class FrameReader {
  #bytes = new Uint8Array(0);
  /** Number of frames with a wrong checksum. */
  nBad = 0;

  read(piece: Uint8Array): Frame[] {
    const bytes = new Uint8Array(this.#bytes.length + piece.length);
    bytes.set(this.#bytes);
    bytes.set(piece, this.#bytes.length);
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      at = nextSync(bytes, at);
      const length = frameLength(bytes, at);
      if (length === null || at + length > bytes.length) break;
      const frame = length > 0 ? decode(bytes.subarray(at, at + length)) : null;
      if (frame) frames.push(frame);
      else this.nBad++;
      at += frame ? length : sync.length;
    }
    this.#bytes = bytes.slice(at);
    return frames;
  }
}

/** Where the next frame may begin: at both sync bytes, or at the first one if it is the last byte there is. */
function nextSync(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++)
    if (bytes[at] === sync[0] && (at + 1 === bytes.length || bytes[at + 1] === sync[1])) return at;
  return bytes.length;
}

/** Of the frame that begins at `at`; null while its head is incomplete, 0 if no frame is that long. */
function frameLength(bytes: Uint8Array, at: number): number | null {
  if (at + headBytes > bytes.length) return null;
  const payload = bytes[at + 5]! | (bytes[at + 6]! << 8);
  return payload > maxPayloadBytes ? 0 : headBytes + payload + 2;
}

function decode(bytes: Uint8Array): Frame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint16(bytes.length - 2, true) !== crc16(bytes.subarray(2, -2))) return null;
  return {
    kind: view.getUint8(2),
    sequence: view.getUint16(3, true),
    payload: bytes.slice(headBytes, -2),
  };
}

export function encodeHello({ sfreq, uvPerBit, samplesPerFrame, chNames }: Hello): Uint8Array {
  const names = new TextEncoder().encode(chNames.join(','));
  const bytes = new Uint8Array(10 + names.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, sfreq, true);
  view.setFloat32(4, uvPerBit, true);
  view.setUint16(8, samplesPerFrame, true);
  bytes.set(names, 10);
  return bytes;
}

export function decodeHello(bytes: Uint8Array): Hello {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    sfreq: view.getFloat32(0, true),
    uvPerBit: view.getFloat32(4, true),
    samplesPerFrame: view.getUint16(8, true),
    chNames: new TextDecoder().decode(bytes.subarray(10)).split(','),
  };
}

/** Microvolts as 24-bit integers, instant by instant. */
export function encodeSamples(data: Float32Array[], uvPerBit: number): Uint8Array {
  const n = data[0]?.length ?? 0;
  const bytes = new Uint8Array(3 * n * data.length);
  let at = 0;
  for (let t = 0; t < n; t++) {
    for (const row of data) {
      const code = Math.min(0x7fffff, Math.max(-0x800000, Math.round(row[t]! / uvPerBit)));
      bytes[at++] = code & 0xff;
      bytes[at++] = (code >> 8) & 0xff;
      bytes[at++] = (code >> 16) & 0xff;
    }
  }
  return bytes;
}

export function decodeSamples(bytes: Uint8Array, nChans: number, uvPerBit: number): Float32Array[] {
  const n = Math.floor(bytes.length / (3 * nChans));
  const data = Array.from({ length: nChans }, () => new Float32Array(n));
  let at = 0;
  for (let t = 0; t < n; t++) {
    for (const row of data) {
      const low = bytes[at++]! | (bytes[at++]! << 8);
      row[t] = (low | ((bytes[at++]! << 24) >> 8)) * uvPerBit;
    }
  }
  return data;
}
