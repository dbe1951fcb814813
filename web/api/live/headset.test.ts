import { describe, expect, it, vi } from 'vitest';
import {
  crc16,
  decodeHello,
  decodeSamples,
  encodeFrame,
  encodeHello,
  encodeSamples,
  FrameReader,
  frameKind,
  headsetCommand,
} from './frames.js';
import { openHeadset, type ByteLink } from './headset.js';
import { simulatedHeadset, type SimulatedHeadsetOptions } from './simulated_headset.js';
import type { SampleChunk, SampleSource } from './source.js';

const frame = (sequence: number, ...bytes: number[]) =>
  encodeFrame({ kind: frameKind.samples, sequence, payload: Uint8Array.from(bytes) });

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('frames', () => {
  it('carry the checksum of the standard', () => {
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x29b1);
  });

  it('are found in pieces of any size, between noise', () => {
    const bytes = joined(
      Uint8Array.of(1, 0xe6, 2),
      frame(7, 1, 2, 3),
      Uint8Array.of(0xe6, 0xa7),
      frame(8),
      Uint8Array.of(0xe6),
      frame(9, 0xe6, 0xa7),
      frame(10, 4), // what looked like the length of a frame in the noise reached to here at most
      frame(11, 5),
    );
    for (const size of [1, 2, 3, 5, 100]) {
      const reader = new FrameReader();
      const sequences: number[] = [];
      for (let at = 0; at < bytes.length; at += size)
        sequences.push(...reader.read(bytes.slice(at, at + size)).map(({ sequence }) => sequence));
      expect(sequences).toEqual([7, 8, 9, 10, 11]);
    }
  });

  it('with a wrong byte are skipped and counted, the next one is read', () => {
    for (let at = 2; at < 12; at++) {
      const bad = frame(1, 1, 2, 3);
      bad[at] = bad[at]! ^ 0x10;
      const reader = new FrameReader();
      const good = Array.from({ length: 40 }, (_, i) => frame(2 + i, ...Array(100).fill(i)));
      const found = reader.read(joined(bad, ...good)).map(({ sequence }) => sequence);
      expect(found.at(-1)).toBe(41);
      expect(found).not.toContain(1);
      if (at < 5 || at > 6) expect(found[0]).toBe(2); // a wrong length hides what follows
      expect(reader.nBad).toBeGreaterThan(0);
    }
  });

  it('keep what a headset is, and samples to half a step', () => {
    const hello = { sfreq: 250, uvPerBit: 0.5, samplesPerFrame: 10, chNames: ['Fp1', 'Cz'] };
    expect(decodeHello(encodeHello(hello))).toEqual(hello);
    const data = [Float32Array.of(0, -1000.3, 4e6), Float32Array.of(1.24, -0.26, -9e6)];
    const back = decodeSamples(encodeSamples(data, 0.5), 2, 0.5);
    expect(back).toEqual([
      Float32Array.of(0, -1000.5, 4e6),
      Float32Array.of(1, -0.5, -0x800000 / 2),
    ]);
  });
});

/** 80 packets of 4 samples; sample i is i. */
function counting(n = 320): SampleSource {
  let isOn = false;
  return {
    chNames: ['C3', 'C4'],
    sfreq: 100,
    unit: 'uV',
    async start(onChunk) {
      isOn = true;
      for (let at = 0; isOn && at < n; at += 32) {
        const row = Float32Array.from({ length: 32 }, (_, i) => at + i);
        await onChunk({ data: [row, row] });
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    stop: () => void (isOn = false), // a source that goes on would be met by the tests that follow
  };
}

async function heard(options: SimulatedHeadsetOptions) {
  const link = simulatedHeadset(counting(), { samplesPerFrame: 4, uvPerBit: 1, ...options });
  const headset = await openHeadset(link);
  const chunks: SampleChunk[] = [];
  await headset.start(async (chunk) => void chunks.push(chunk)).catch(() => undefined);
  return { headset, chunks };
}

/** Answers, but does not send the command that is named. */
function failingLink() {
  const inner = simulatedHeadset(counting());
  let failing: number | null = null;
  let before = () => {};
  const link = {
    ...inner,
    lose: () => {},
    open: (heard: (bytes: Uint8Array) => void, closed: () => void) =>
      inner.open(heard, (link.lose = closed)),
    async send(bytes: Uint8Array) {
      if (bytes[0] !== failing) return inner.send(bytes);
      before();
      await new Promise((resolve) => setTimeout(resolve)); // the connection breaks first
      const name = Object.entries(headsetCommand).find(([, command]) => command === failing)![0];
      throw new Error(name);
    },
  };
  const fail = (command: keyof typeof headsetCommand, first = () => {}) => {
    [failing, before] = [headsetCommand[command], first];
  };
  return { link, fail };
}

describe('the simulated headset', () => {
  it('says what it is, and its samples arrive whole', async () => {
    const { headset, chunks } = await heard({ battery: 60 });
    expect(headset.chNames).toEqual(['C3', 'C4']);
    expect(headset.sfreq).toBe(100);
    expect(chunks.flatMap(({ data }) => [...data[1]!])).toEqual(
      Array.from({ length: 320 }, (_, i) => i),
    );
    expect(headset.state).toEqual({ nPackets: 80, nLostPackets: 0, nBadFrames: 0, battery: 60 });
  });

  it.each([
    ['lost', { lostShare: 0.2 }],
    ['disturbed', { disturbedShare: 0.2 }],
  ])('with packets %s leaves gaps where they were, none made up', async (_, options) => {
    const { headset, chunks } = await heard(options);
    let at = 0;
    let nLost = 0;
    for (const chunk of chunks) {
      at += chunk.nLost ?? 0;
      nLost += chunk.nLost ?? 0;
      expect([...chunk.data[0]!]).toEqual([at, at + 1, at + 2, at + 3]);
      at += 4;
    }
    expect(nLost).toBeGreaterThan(0);
    expect(nLost).toBe(4 * headset.state.nLostPackets);
    expect(headset.state.nPackets + headset.state.nLostPackets).toBeLessThanOrEqual(80);
  });

  it('tells when it is gone, when it is silent, and stops when asked', async () => {
    const failing = { ...counting(), start: async () => Promise.reject(new Error('gone')) };
    const headset = await openHeadset(simulatedHeadset(failing));
    await expect(headset.start(async () => undefined)).rejects.toMatchObject({
      code: 'HEADSET_LOST',
    });
    const close = vi.fn(async () => undefined);
    const mute: ByteLink = { open: async () => undefined, send: async () => undefined, close };
    await expect(openHeadset(mute, { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'HEADSET_SILENT',
    });
    expect(close).toHaveBeenCalled();
    const stopped = await openHeadset(simulatedHeadset(counting(1e9)));
    const running = stopped.start(async () => void stopped.stop());
    await expect(running).resolves.toBeUndefined();
    await stopped.close();
  });

  it('ends with its source, and can begin again', async () => {
    const headset = await openHeadset(
      simulatedHeadset(counting(64), { uvPerBit: 1, samplesPerFrame: 10 }),
    );
    for (const run of [1, 2]) {
      const heard: number[] = [];
      await headset.start(async ({ data }) => void heard.push(...data[0]!));
      expect(heard, `run ${run}`).toEqual(Array.from({ length: 60 }, (_, i) => i));
    }
    expect(headset.state).toMatchObject({ nPackets: 12, nLostPackets: 0 });
    await headset.stop(); // nothing runs
    await headset.close();
  });

  it('that was lost before it began says so', async () => {
    const inner = simulatedHeadset(counting());
    let lose = () => {};
    const link: ByteLink = {
      ...inner,
      open: (heard, closed) => inner.open(heard, (lose = closed)),
    };
    const headset = await openHeadset(link);
    lose();
    await expect(headset.start(async () => undefined)).rejects.toMatchObject({
      code: 'HEADSET_LOST',
    });
  });

  it('whose link cannot send says so once', async () => {
    const { link, fail } = failingLink();
    fail('hello');
    await expect(openHeadset(link)).rejects.toThrow('hello');
    fail('begin');
    const headset = await openHeadset(link);
    await expect(headset.start(async () => undefined)).rejects.toThrow('begin');
    link.lose(); // nobody waits for samples any more
    await new Promise((resolve) => setTimeout(resolve, 20)); // rejections that nobody handles make the test fail
  });

  it('whose link cannot be closed either says what went wrong first', async () => {
    const close = async () => Promise.reject(new Error('close'));
    const mute: ByteLink = { open: async () => undefined, send: async () => undefined, close };
    const refused = { code: 'HEADSET_SILENT' };
    await expect(openHeadset(mute, { timeoutMs: 5 })).rejects.toMatchObject(refused);
  });

  it.each([0, 10])('that is lost %i ms after it was opened is not waited for', async (ms) => {
    const link: ByteLink = {
      open: async (_, closed) => void (ms ? setTimeout(closed, ms) : closed()),
      send: async () => undefined,
      close: async () => undefined,
    };
    const refused = { code: 'HEADSET_LOST' };
    await expect(openHeadset(link, { timeoutMs: 1e6 })).rejects.toMatchObject(refused);
  });

  it('that is lost while it is told to begin says so once', async () => {
    const { link, fail } = failingLink();
    const headset = await openHeadset(link);
    fail('begin', () => link.lose());
    await expect(headset.start(async () => undefined)).rejects.toMatchObject({
      code: 'HEADSET_LOST',
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('is gone when its source fails', async () => {
    const broken = { ...counting(), start: () => Promise.reject(new Error('closed')) };
    const headset = await openHeadset(simulatedHeadset(broken));
    await expect(headset.start(async () => undefined)).rejects.toMatchObject({
      code: 'HEADSET_LOST',
    });
  });

  it.each([
    { samplesPerFrame: 0 },
    { samplesPerFrame: 2.5 },
    { samplesPerFrame: 2731 }, // a frame of 2 channels would be too long
    { uvPerBit: 0 },
    { uvPerBit: -1 },
    { uvPerBit: Infinity },
    { lostShare: 2 },
    { disturbedShare: NaN },
    { battery: 101 },
    { seed: NaN },
  ])('refuses %o', async (options) => {
    const opening = openHeadset(simulatedHeadset(counting(), options));
    const [field] = Object.keys(options);
    await expect(opening).rejects.toMatchObject({ code: 'ENGINE_ARGUMENT', field });
  });

  it('sends frames of the greatest length', async () => {
    const { chunks } = await heard({ samplesPerFrame: 2730 });
    expect(chunks).toEqual([]); // the source ended before one was full
    const link = simulatedHeadset(counting(2752), { samplesPerFrame: 2730 });
    const headset = await openHeadset(link);
    await headset.start(async () => undefined).catch(() => undefined);
    expect(headset.state).toMatchObject({ nPackets: 1, nBadFrames: 0 });
  });
});
