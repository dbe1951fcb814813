// The shell, which index.html runs: shows the first screen, fetches the files of the page, and starts the page in a frame that cannot
// connect to anything. The shell itself holds no recording.
import { chooseBackend } from '../worker/detect.js';
import { closeConnections, watchShell } from './closing.js';
import { Files } from './files.js';
import { firstFiles, workerScript } from './first_files.js';
import { makeFrame } from './frame.js';
import { isEntryOfPage, serveFrame, toldFragment } from './host.js';
import { Offline } from './offline.js';
import type { ShellNews } from './protocol.js';

const firstScreen = document.querySelector('#app')!;
const gone = document.querySelector<HTMLTemplateElement>('#gone')!;
const files = new Files();
let openedMs: number | null = null;
const offline = new Offline(() => openedMs === null);
const { port1: port, port2: portOfFrame } = new MessageChannel();
const tell = (news: ShellNews, transfer: Transferable[] = []) => port.postMessage(news, transfer);

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

// Before the first paint: page and workers start with these. The others come after it, because they would delay it.
const [code, style] = [files.take('page.js'), files.take('page.css')];
const script = files.take(workerScript).catch(() => null); // the page asks for it again, and says what is wrong
const coming = [...wasmFiles(), ...firstFiles];

async function load(): Promise<void> {
  for (const name of coming) void files.request(name);
  const frame = await makeFrame(document.title, showThatItIsGone);
  void script.then((bytes) => bytes && frame.startWorkers({ workerScript: bytes }));
  serveFrame(port, files, {
    opening,
    drawn() {
      firstScreen.remove();
      frame.element.style.opacity = '1';
      frame.element.focus({ preventScroll: true });
    },
    ready: () => void offline.begin(),
  });
  const parts = { code: await code, style: await style };
  frame.start({ ...parts, fragment: toldFragment(), coming }, portOfFrame);
  for (const name of coming) void send(name);
}

/** The page need not ask for it. */
async function send(name: string): Promise<void> {
  const bytes = await files.take(name).catch(() => null);
  tell({ news: 'file', name, bytes }, bytes ? [bytes] : []);
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
  tell({
    news: isEntryOfPage() ? 'visited' : 'fragment',
    fragment: toldFragment(),
  }),
);
for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault()); // the browser would go to the file

// A tab in the background paints nothing.
const start = () => void load().catch(showThatItIsBroken);
if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => setTimeout(start));
