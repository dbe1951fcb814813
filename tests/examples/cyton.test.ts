// The reader of a board's packets in examples/live, by the board's description: bytes written out by hand.
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SampleChunk } from '../../web/api/index.js';

interface Reader {
  read(bytes: Uint8Array): SampleChunk[];
}
const { CytonReader, uvPerCount } = (await import(
  /* @vite-ignore */ pathToFileURL('examples/live/cyton.js').href
)) as { CytonReader: new () => Reader; uvPerCount: number };

/** A packet whose first two channels are these three bytes each, and the others 0. */
function packet(number: number, first = [0, 0, 0], second = [0, 0, 0], end = 0xc0): number[] {
  return [0xa0, number, ...first, ...second, ...new Array<number>(24).fill(0), end];
}
const bytes = (...parts: number[][]) => Uint8Array.from(parts.flat());

describe('packets of a Cyton', () => {
  it('are 24 bits with a sign, times 0.02235 microvolts', () => {
    expect(uvPerCount).toBeCloseTo(0.02235174, 8);
    const [chunk] = new CytonReader().read(
      bytes(packet(0, [0x7f, 0xff, 0xff], [0xff, 0xff, 0xfe])),
    );
    expect(chunk!.data).toHaveLength(8);
    expect(chunk!.data.map(([value]) => value! / uvPerCount).slice(0, 3)).toEqual([
      expect.closeTo(8388607, 0),
      expect.closeTo(-2, 4),
      0,
    ]);
  });

  it('may come in pieces of any size, after a greeting', () => {
    const all = bytes([...Buffer.from('ADS1299$$$')], packet(7), packet(8), packet(9));
    for (const size of [1, 5, 33, 1000]) {
      const reader = new CytonReader();
      let nSamples = 0;
      for (let at = 0; at < all.length; at += size)
        for (const { data, nLost } of reader.read(all.subarray(at, at + size))) {
          nSamples += data[0]!.length;
          expect(nLost).toBe(0);
        }
      expect(nSamples).toBe(3);
    }
  });

  it('count what is missing between them, also where numbers begin again', () => {
    const chunks = new CytonReader().read(bytes(packet(254), packet(255), packet(2), packet(3)));
    expect(chunks.map(({ data, nLost }) => [data[0]!.length, nLost])).toEqual([
      [2, 0],
      [2, 2],
    ]);
  });

  it('that are cut or end otherwise are passed over, and what follows is found', () => {
    const cut = packet(1).slice(0, 20);
    const reader = new CytonReader();
    const chunks = reader.read(
      bytes(packet(0), cut, packet(2), packet(3, undefined, undefined, 0x12), packet(4)),
    );
    expect(chunks.map(({ data, nLost }) => [data[0]!.length, nLost])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
  });
});
