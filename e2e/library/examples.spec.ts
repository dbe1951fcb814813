// The examples that are pages, each in a folder of its own, as whoever copies it has it, with the built package in node_modules.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, type Page } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { folderWithPackage } from '../../tests/package_folder.js';
import { block } from '../support/origins.js';

let folder: string;
let server: Server | null = null;

/** A copy of an example, and the address at which its files are. */
async function copied(example: string): Promise<string> {
  folder = folderWithPackage('example', join('examples', example));
  server = await serve({ port: 0, folder });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
test.afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

test('Quarto: the block of raw HTML, beside the files that its script copies', async ({ page }) => {
  const address = await copied('quarto');
  const complaints = complaintsOf(page);
  execFileSync('npm', ['run', 'copy'], { cwd: folder, stdio: 'ignore' });
  const text = readFileSync(join(folder, 'alpha.qmd'), 'utf8');
  const html = `<!doctype html><html lang="en"><main>${block(text, '{=html}').body}</main></html>`;
  writeFileSync(join(folder, 'alpha.html'), html);
  await page.goto(`${address}/alpha.html`);
  await expect(page.locator('#said')).toHaveText(/^Eyes closed in \d\d of 59 windows\.$/);
  await expect(page.locator('eeg-viewer canvas')).toHaveAttribute('aria-label', /O1, O2, Fp1, Fp2/);
  expect(complaints).toEqual([]);
});

test('Jupyter: the cells of the notebook, the page that its widget makes, and what comes back', async ({
  page,
}) => {
  const address = await copied('jupyter');
  const stands = resolve('tests/examples');
  const run = [join(stands, 'run_notebook.py'), 'eyes.ipynb', join(stands, 'stand_ins')];
  const python = spawn('python3', run, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]();
  try {
    const shown = JSON.parse((await lines.next()).value as string) as {
      esm: string;
      traits: Record<string, unknown>;
    };
    writeFileSync(join(folder, 'cell.html'), cellOf(shown.esm, shown.traits));
    await page.goto(`${address}/cell.html`);
    await expect(page.locator('#set')).toHaveText(/^\{"predictions":/);
    const set = (await page.locator('#set').textContent())!;
    const { predictions } = JSON.parse(set) as { predictions: { probabilities: number[] }[] };
    expect(predictions).toHaveLength(59);
    expect(predictions[0]!.probabilities.map((p) => typeof p)).toEqual(['number', 'number']);
    python.stdin.write(`${set}\n`);
    expect((await lines.next()).value).toMatch(/^eyes closed in 2\d of 59 windows$/);
  } finally {
    python.kill();
  }
});

/** jsPsych as npm installs it: a module that imports other packages by name, and a script for browsers that sets a global. */
const jspsychFiles = {
  'package.json': '{ "name": "jspsych", "exports": { ".": { "import": "./dist/index.js" } } }',
  'css/jspsych.css': '',
  'dist/index.js': `import autoBind from 'auto-bind'; export const initJsPsych = autoBind;`,
  'dist/index.browser.min.js': `var jsPsychModule = {
    ParameterType: new Proxy({}, { get: (_, name) => name }),
    initJsPsych: ({ on_finish }) => ({
      data: { displayData() { document.body.textContent = JSON.stringify(jsPsychModule.rows); } },
      finishTrial: (row) => jsPsychModule.rows.push(row),
      async run(timeline) {
        for (const { type, ...given } of timeline) {
          const parameters = Object.entries(type.info.parameters);
          const defaults = Object.fromEntries(parameters.map(([name, one]) => [name, one.default]));
          await new type(this).trial(document.body, { ...defaults, ...given });
        }
        on_finish();
      },
    }),
    rows: [],
  };`,
};

test('jsPsych: the page of the example, in which one trial runs to its end', async ({ page }) => {
  const address = await copied('jspsych');
  const complaints = complaintsOf(page);
  for (const [name, text] of Object.entries(jspsychFiles)) {
    const file = join(folder, 'node_modules/jspsych', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  await page.goto(address);
  await expect(page.locator('body')).toContainText('Close your eyes.');
  await expect(page.locator('body')).toHaveText(
    /^\[\{"decision":.*"n_windows":\d+,"error":""\}\]$/,
  );
  expect(complaints).toEqual([]);
});

/** What a front end of Jupyter does with a widget: the module's render with a model of these traits. */
function cellOf(esm: string, traits: Record<string, unknown>): string {
  return `<!doctype html><html lang="en"><div id="cell"></div><p id="set"></p><script type="module">
    import widget from ${JSON.stringify(esm)};
    const traits = new Map(Object.entries(${JSON.stringify(traits)}));
    const set = {};
    const model = {
      get: (name) => traits.get(name),
      set: (name, value) => (set[name] = value),
      save_changes: () => (document.querySelector('#set').textContent = JSON.stringify(set)),
      on() {},
      off() {},
    };
    widget.render({ model, el: document.querySelector('#cell') });
  </script></html>`;
}

/** Decisions for eyes closed, of those whose windows end in these seconds. */
function nClosed(said: string[], from: number, to: number): number {
  return said.filter((row) => {
    const [, end, label] = /^([\d.]+) s: (.*)$/.exec(row)!;
    return Number(end) > from && Number(end) <= to && label === 'eyes closed';
  }).length;
}

/** A headband that sends its first recorded packets at once when it hears "d". */
function bluetoothStandIn(): void {
  const said: string[] = [];
  const channels = new Map<number, EventTarget>();
  const send = async () => {
    const packets = new Uint8Array(await (await fetch('muse_packets.bin')).arrayBuffer());
    for (let at = 0; at < 21 * 4 * 100; at += 21) {
      const value = new DataView(packets.buffer, at + 1, 20);
      const event = new Event('characteristicvaluechanged');
      const target = channels.get(packets[at]!)!;
      Object.assign(target, { value });
      target.dispatchEvent(event);
    }
  };
  const control = {
    writeValue: async (bytes: Uint8Array) => {
      const word = new TextDecoder().decode(bytes.subarray(1));
      if (bytes[0] !== word.length) throw new Error(`a word of ${bytes[0]} letters: ${word}`);
      said.push(word);
      if (word === 'd\n') void send();
    },
  };
  const service = {
    getCharacteristic: async (uuid: string) => {
      const short = Number(uuid.slice(6, 8));
      if (short === 1) return control;
      const channel = Object.assign(new EventTarget(), {
        startNotifications: async () => undefined,
      });
      channels.set(short - 3, channel);
      return channel;
    },
  };
  const gatt = {
    connect: async () => ({ getPrimaryService: async () => service }),
    disconnect: () => void said.push('disconnected'),
  };
  const device = Object.assign(new EventTarget(), { gatt });
  Object.assign(globalThis, { said });
  Object.defineProperty(navigator, 'bluetooth', { value: { requestDevice: async () => device } });
}

test.describe('live', () => {
  const decisions = (page: Page) => page.locator('ol li');

  async function recordedPackets(): Promise<string> {
    const address = await copied('live');
    for (const script of ['record_packets.mjs', 'record_muse.mjs'])
      execFileSync('node', [script], { cwd: folder, stdio: 'ignore' });
    return address;
  }

  test('recorded packets of a board, decided on as they come, with what the radio lost', async ({
    page,
  }) => {
    const address = await recordedPackets();
    const complaints = complaintsOf(page);
    await page.goto(`${address}/?speed=max`);
    await page.getByRole('button', { name: 'Play recorded packets of a Cyton' }).click();
    await expect(page.locator('#counts')).toHaveText(
      /^11\d decisions, 3 samples lost on the way; the end$/,
    );
    await expect(page.locator('output')).toHaveText(/^eyes closed, \d+\s%$/);
    const said = await decisions(page).allTextContents();
    expect(nClosed(said, 0, 30)).toBeLessThan(6);
    expect(nClosed(said, 33, 60)).toBeGreaterThan(36); // two thirds: it is a small model
    // No window holds what was lost: none ends within two seconds of it.
    expect(said.some((row) => /^1[01]\.[1-9] s/.test(row))).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('recorded packets of a Muse, with a model for its four electrodes', async ({ page }) => {
    const address = await recordedPackets();
    const complaints = complaintsOf(page);
    await page.goto(`${address}/?speed=max`);
    await page.getByRole('button', { name: 'Play recorded packets of a Muse' }).click();
    await expect(page.locator('#counts')).toHaveText(
      /^11\d decisions, 12 samples lost on the way; the end$/,
    );
    const said = await decisions(page).allTextContents();
    expect(nClosed(said, 0, 30)).toBeLessThan(20); // of 57; chance would be 28
    expect(nClosed(said, 33, 60)).toBeGreaterThan(36);
    expect(complaints).toEqual([]);
  });

  test('a Muse by Web Bluetooth: asked for its channels, begun, heard and stopped', async ({
    page,
  }) => {
    const address = await recordedPackets();
    await page.addInitScript(bluetoothStandIn);
    await page.goto(address);
    await page.getByRole('button', { name: 'Connect a Muse' }).click();
    await expect.poll(() => decisions(page).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('#counts')).toHaveText(/the end$/);
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect(said).toEqual(['h\n', 'p21\n', 's\n', 'd\n', 'h\n', 'disconnected']);
  });

  test('a board by Web Serial: begun, heard in pieces of any size, and stopped', async ({
    page,
  }) => {
    const address = await recordedPackets();
    await page.addInitScript(() => {
      const said: string[] = [];
      const port = {
        open: async () => undefined,
        close: async () => void said.push('closed'),
        writable: new WritableStream<Uint8Array>({
          write: (bytes) => void said.push(new TextDecoder().decode(bytes)),
        }),
        readable: new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode('OpenBCI V3 8-16 channel$$$'));
            const packets = new Uint8Array(await (await fetch('packets.bin')).arrayBuffer());
            for (let at = 0; at < 330_000; at += 1000)
              controller.enqueue(packets.subarray(at, at + 1000));
          },
        }),
      };
      Object.assign(globalThis, { said });
      Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Connect a Cyton' }).click();
    await expect.poll(() => decisions(page).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('#counts')).toHaveText(/the end$/);
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect(said).toEqual(['b', 's', 'closed']);
  });
});
