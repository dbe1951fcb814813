// What `npm run dev` runs in place of the shell: page and shell in one document, without the frame and its policy, so that Vite
// can replace modules while they are edited.
import { Files } from '../shell/files.js';
import { serveFrame } from '../shell/host.js';

const { port1: port, port2 } = new MessageChannel();
const fragment = () => location.hash.replace(/^#/, '');
serveFrame(port, new Files(), {
  drawn: () => undefined,
  ready: () => undefined,
  opening: async () => undefined,
});
addEventListener('hashchange', () => port.postMessage({ news: 'fragment', fragment: fragment() }));
Object.assign(globalThis, {
  eegateShell: { port: port2, fragment: fragment(), coming: [], workers: [] },
});
document.querySelector('#app')?.replaceChildren();
await import('./main.js');

export {};
