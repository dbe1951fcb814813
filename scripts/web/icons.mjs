// The icons of the installed page, drawn from the path of icon.svg: a trace on a ground without corners, so that every system
// can cut its own shape out of it.
import { deflateSync } from 'node:zlib';

const ground = [0x1d, 0x5f, 0xa8];
// prettier-ignore
const trace = [
  ...[[4, 17], [8, 17], [10, 11], [14, 24], [18, 7], [22, 21], [25, 14], [26, 17], [28, 17]],
];
const [viewBox, strokeWidth, inset] = [32, 2.2, 0.8];

/** A PNG of so many pixels square. */
export function iconPng(size) {
  const unit = (size / viewBox) * inset;
  const shift = (size - viewBox * unit) / 2;
  const points = trace.map(([x, y]) => [shift + x * unit, shift + y * unit]);
  const half = (strokeWidth * unit) / 2;
  const rows = Buffer.alloc(size * (1 + 3 * size));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const ink = Math.min(1, Math.max(0, half + 0.5 - distance(points, x + 0.5, y + 0.5)));
      const at = y * (1 + 3 * size) + 1 + 3 * x;
      for (let k = 0; k < 3; k++) rows[at + k] = Math.round(ground[k] + (255 - ground[k]) * ink);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits of red, green, blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function distance(points, x, y) {
  let nearest = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return nearest;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** As PNG has it. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
