// The reader of a headband's packets in examples/live, by their description: bytes written out by hand.
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SampleChunk } from '../../web/api/index.js';

interface Reader {
  read(bytes: Uint8Array): SampleChunk[];
}
const { MuseReader } = (await import(
  /* @vite-ignore */ pathToFileURL('examples/live/muse.js').href
)) as { MuseReader: new () => Reader };

/** A packet whose first two samples are these three bytes, and whose others are no voltage: 0x800. */
function packet(channel: number, number: number, first = [0x80, 0x08, 0x00]): number[] {
  const rest = Array.from({ length: 5 }, () => [0x80, 0x08, 0x00]).flat();
  return [channel, number >> 8, number & 0xff, ...first, ...rest];
}
const all = (number: number) => [0, 1, 2, 3].flatMap((channel) => packet(channel, number));
const read = (...parts: number[][]) => new MuseReader().read(Uint8Array.from(parts.flat()));

describe('packets of a Muse', () => {
  it('hold twelve samples of 12 bits, of 0.48828125 microvolts around 2048', () => {
    const [chunk] = read(packet(0, 7, [0xff, 0xf0, 0x01]), ...[1, 2, 3].map((c) => packet(c, 7)));
    expect(chunk!.data.map((values) => values.length)).toEqual([12, 12, 12, 12]);
    expect([...chunk!.data[0]!.slice(0, 3)]).toEqual([
      2047 * 0.48828125,
      (1 - 2048) * 0.48828125,
      0,
    ]);
    expect([...chunk!.data[3]!]).toEqual(new Array(12).fill(0));
  });

  it('count when all four channels have sent theirs, in any order', () => {
    const mixed = [3, 0, 2, 1].map((channel) => packet(channel, 0));
    expect(read(...mixed, all(1))).toHaveLength(2);
    expect(read(packet(0, 0), packet(1, 0), packet(2, 0))).toHaveLength(0);
  });

  it('that went missing are counted by samples, also where numbers begin again and where one channel lacks', () => {
    const lost = (chunks: SampleChunk[]) => chunks.map(({ nLost }) => nLost);
    expect(lost(read(all(0), all(1), all(3)))).toEqual([0, 0, 12]);
    expect(lost(read(all(65534), all(65535), all(1)))).toEqual([0, 0, 12]);
    expect(lost(read(all(0), packet(0, 1), packet(2, 1), packet(3, 1), all(2)))).toEqual([0, 12]);
  });

  it('of a fifth channel are passed over', () => {
    expect(read(all(0), packet(4, 0), all(1))).toHaveLength(2);
  });
});
