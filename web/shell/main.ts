// The shell, which index.html runs: shows the first screen, fetches the files of the page, and starts the page in a frame that cannot
// connect to anything. The shell itself holds no recording.
import { chooseBackend } from '../worker/detect.js';
import { closeConnections, watchShell } from './closing.js';
import { Files } from './files.js';
import { firstFiles } from './first_files.js';
import { makeFrame } from './frame.js';
import { serveFrame } from './host.js';
import { Offline } from './offline.js';
import type { ShellNews } from './protocol.js';

const firstScreen = document.querySelector('#app')!;
const gone = document.querySelector<HTMLTemplateElement>('#gone')!;
const files = new Files();
let openedMs: number | null = null;
const offline = new Offline(() => openedMs === null);
const { port1: port, port2: portOfFrame } = new MessageChannel();
const tell = (news: ShellNews) => port.postMessage(news);

/** Where no backend runs, the page says why. */
function wasmFiles(): string[] {
  try {
    return [`eegate-${chooseBackend('auto').backend}.wasm`];
  } catch {
    return [];
  }
}

async function opening(): Promise<void> {
  await files.close();
  if (openedMs !== null) return;
  openedMs = performance.now();
  offline.stop();
  closeConnections();
}

async function load(): Promise<void> {
  const code = textOf('page.js');
  const style = textOf('page.css');
  const frame = await makeFrame(document.title, showThatItIsGone);
  serveFrame(port, files, {
    opening,
    drawn() {
      firstScreen.remove();
      frame.element.style.opacity = '1';
      frame.element.focus({ preventScroll: true });
    },
    ready: () => void offline.begin(),
  });
  const fragment = location.hash.replace(/^#/, '');
  frame.start({ code: await code, style: await style, fragment }, portOfFrame);
  // Not earlier: all at once, each would wait for the others, and the page draws before it needs them.
  for (const name of [...wasmFiles(), ...firstFiles])
    void files.request(name).catch(() => undefined);
}

async function textOf(name: string): Promise<string> {
  return new TextDecoder().decode(await files.take(name));
}

/** A file of the page did not arrive, or is not of this build; the console has its name. */
function showThatItIsBroken(cause: unknown): never {
  const { content } = document.querySelector<HTMLTemplateElement>('#broken')!;
  document.querySelector('.lead .note')?.replaceWith(content.cloneNode(true));
  throw cause;
}

/** The policy refused an address to which the frame was navigated; the browser shows its own error page instead. */
function showThatItIsGone(): void {
  document.body.replaceChildren(gone.content.cloneNode(true));
}

window.opener = null; // a page that opened this one is no longer reached through it
watchShell(
  () => openedMs,
  (urls) => tell({ news: 'requests', urls }),
  (what) => tell({ news: 'blocked', what }),
);
addEventListener('hashchange', () =>
  tell({ news: 'fragment', fragment: location.hash.replace(/^#/, '') }),
);
for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault()); // the browser would go to the file

// A tab in the background paints nothing.
const start = () => void load().catch(showThatItIsBroken);
if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => setTimeout(start));
