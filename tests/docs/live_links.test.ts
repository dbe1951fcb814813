// The links to a headset that docs/LIVE.md shows, as they stand there, with a serial port and a Bluetooth service that are made up: behind both
// sits the simulated headset. Skipped until the package is built.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ByteLink, SampleSource } from '../../web/api/index.js';
import { blocks } from './blocks.js';

type Library = typeof import('../../web/api/index.js');
type Shown = {
  serialLink(port: object): ByteLink;
  bluetoothLink(service: object, tx: string, rx: string): ByteLink;
};

/** The functions of the block. */
async function shown(): Promise<Shown> {
  const { code } = blocks.find(
    ({ file, code }) => file === 'docs/LIVE.md' && code.includes('function serialLink'),
  )!;
  const module = `${code}\nexport { serialLink, bluetoothLink };`;
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as Shown;
}

const copied = (bytes: Uint8Array) => Uint8Array.from(bytes);

/** Web Serial as far as the link uses it. */
function serialPort(link: ByteLink) {
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    async open({ baudRate }: { baudRate: number }) {
      expect(baudRate).toBe(921600);
      isOpen = true;
    },
    readable: new ReadableStream<Uint8Array>({
      start: (controller) =>
        link.open(
          (bytes) => controller.enqueue(copied(bytes)),
          () => controller.close(),
        ),
    }),
    writable: new WritableStream<Uint8Array>({ write: (bytes) => link.send(bytes) }),
    async close() {
      isOpen = false;
      await link.close();
    },
  };
}

/** A GATT service as far as the link uses it: what the headset sends comes as notifications. */
function gattService(link: ByteLink) {
  const state = { isConnected: true };
  const tx = Object.assign(new EventTarget(), {
    value: new DataView(new ArrayBuffer(0)),
    startNotifications: () =>
      link.open(
        (bytes) => {
          tx.value = new DataView(copied(bytes).buffer);
          tx.dispatchEvent(new Event('characteristicvaluechanged'));
        },
        () => undefined,
      ),
  });
  const rx = { writeValue: (bytes: Uint8Array) => link.send(bytes) };
  const disconnect = () => {
    state.isConnected = false;
    void link.close();
  };
  const device = Object.assign(new EventTarget(), { gatt: { disconnect } });
  const getCharacteristic = async (uuid: string) => (uuid === 'tx' ? tx : rx);
  return { state, service: { device, getCharacteristic } };
}

describe.skipIf(!existsSync('dist/eegate.js'))('the links of docs/LIVE.md', () => {
  const source = (): SampleSource => ({
    chNames: ['C3', 'Cz', 'C4'],
    sfreq: 160,
    unit: 'uV',
    canWait: true,
    async start(onChunk) {
      const ramp = Float32Array.from({ length: 160 }, (_, i) => i - 80);
      for (let second = 0; second < 3; second++) await onChunk({ data: [ramp, ramp, ramp] });
    },
    stop: () => undefined,
  });

  async function heard(library: Library, link: ByteLink): Promise<number> {
    const headset = await library.openHeadset(link);
    expect(headset.chNames).toEqual(['C3', 'Cz', 'C4']);
    expect(headset.sfreq).toBe(160);
    let n = 0;
    let enough!: () => void;
    const done = new Promise<void>((resolve) => (enough = resolve));
    const running = headset.start(async ({ data }) => {
      n += data[0]!.length;
      if (n >= 160) enough();
    });
    await done;
    await headset.close();
    await running;
    return n;
  }

  it('carry a headset by Web Serial and by Web Bluetooth', { timeout: 120_000 }, async () => {
    const library = (await import(pathToFileURL(resolve('dist/eegate.js')).href)) as Library;
    const { serialLink, bluetoothLink } = await shown();
    const port = serialPort(library.simulatedHeadset(source()));
    expect(await heard(library, serialLink(port))).toBeGreaterThanOrEqual(160);
    expect(port.isOpen).toBe(false);
    const { service, state } = gattService(library.simulatedHeadset(source()));
    expect(await heard(library, bluetoothLink(service, 'tx', 'rx'))).toBeGreaterThanOrEqual(160);
    expect(state.isConnected).toBe(false);
  });
});
