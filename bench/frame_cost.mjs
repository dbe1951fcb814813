// node bench/frame_cost.mjs [--rounds=31]: what a frame of opaque origin costs a page that has nothing else. Printed: milliseconds from the
// navigation until the first script of the frame has told the page that it runs, without a frame until the page's own script does.
import { parseArgs } from 'node:util';
import { main } from '../scripts/shared.mjs';
import { launchChromium, machine, median, openedWindow, serveFolders, table } from './shared.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '31' } } });

const boot = `<!doctype html><script>parent.postMessage('here', '*')</script>`;
const attribute = boot.replaceAll('"', '&quot;');
/** As the shell does it: after the first paint. */
const byScript = (sandbox) => `<script>requestAnimationFrame(() => setTimeout(() => {
  const frame = document.createElement('iframe');
  ${sandbox ? "frame.setAttribute('sandbox', 'allow-scripts');" : ''}
  frame.srcdoc = ${JSON.stringify(boot).replaceAll('</', '<\\/')};
  document.body.append(frame);
}))</script>`;
const kinds = {
  'no frame': '<script>requestAnimationFrame(() => setTimeout(tell))</script>',
  'a frame of the same origin, made by a script': byScript(false),
  'a frame of opaque origin, made by a script': byScript(true),
  'a frame of opaque origin, in the document': `<iframe sandbox="allow-scripts" srcdoc="${attribute}"></iframe>`,
};
const pageOf = (kind) =>
  `<!doctype html><title>frame</title><body><h1>Page</h1><script>const tell = () => (globalThis.ms = performance.now()); onmessage = tell;</script>${kinds[kind]}</body>`;

main(async () => {
  const server = await serveFolders({}, (path) =>
    Object.keys(kinds)[path.slice(1)] ? pageOf(Object.keys(kinds)[path.slice(1)]) : null,
  );
  const browser = await launchChromium();
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [i, kind] of Object.keys(kinds).entries()) {
      const context = await browser.newContext();
      const page = await openedWindow(context);
      await page.goto(`${server.url}/${i}`);
      await page.waitForFunction(() => globalThis.ms);
      times[kind].push(await page.evaluate(() => globalThis.ms));
      await context.close();
    }
  }
  console.log(`${options.rounds} rounds, alternating; ${machine()}; Chromium ${browser.version()}`);
  const rows = Object.entries(times).map(([kind, all]) => [kind, median(all).toFixed(0)]);
  console.log(table(['', 'ms'], rows));
  await browser.close();
  server.close();
});
