// .npy files as tests need them: little-endian floats and integers in C order.
import { readFileSync, writeFileSync } from 'node:fs';

export interface NpyArray {
  shape: number[];
  values: Float32Array | Float64Array;
}

export function readNpy(path: string): NpyArray {
  const bytes = readFileSync(path);
  const end = 10 + bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, end);
  const shape = /'shape': \(([^)]*)\)/.exec(header)![1]!;
  const data = bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + bytes.length);
  return {
    shape: shape.split(',').map(Number).filter(Boolean),
    values: header.includes('<f8') ? new Float64Array(data) : new Float32Array(data),
  };
}

export function writeNpy(
  path: string,
  values: Float32Array | BigInt64Array,
  shape: number[],
): void {
  const dtype = values instanceof Float32Array ? '<f4' : '<i8';
  const dict = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = Buffer.from(`${dict.padEnd(117, ' ')}\n`, 'latin1');
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 0, 0]);
  start.writeUInt16LE(header.length, 8);
  writeFileSync(path, Buffer.concat([start, header, Buffer.from(values.buffer)]));
}
