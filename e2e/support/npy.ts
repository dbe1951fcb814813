// The two kinds of .npy that golden cases hold: float32 and float64, C order, version 1.
import { readFileSync } from 'node:fs';

export function readNpy(path: string): { shape: number[]; values: number[] } {
  const bytes = readFileSync(path);
  const headerBytes = bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, 10 + headerBytes);
  const shape = [...(/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? '').matchAll(/\d+/g)].map(Number);
  const width = header.includes("'<f8'") ? 8 : 4;
  const values: number[] = [];
  for (let at = 10 + headerBytes; at < bytes.length; at += width)
    values.push(width === 8 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at));
  return { shape, values };
}
