// Closes the page's connections for good: once a recording is open, a second content security policy joins the first one, and
// policies add up to the strictest. No script can take one back; only leaving the page does.
import { words } from './words/index.js';

/** What the page still does: draws, starts engines from memory, saves files. Nothing that asks a server. */
const sealed = [
  "default-src 'none'",
  "script-src blob: 'wasm-unsafe-eval'",
  'worker-src blob:',
  'img-src data: blob:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function sealConnections(onStopped: (what: string) => void): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = sealed;
  document.head.append(policy);
  guardDoors(onStopped);
}

/** What no policy of a page reaches: peer connections, and leaving for another address with something in it. */
function guardDoors(onStopped: (what: string) => void): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
    if (!(name in globalThis)) continue;
    Object.defineProperty(globalThis, name, {
      configurable: false,
      get() {
        onStopped(name);
        return undefined;
      },
    });
  }
  // A window of another address, unless it is a file from memory.
  const open = window.open.bind(window);
  window.open = (url, ...rest) => {
    if (url === undefined || sameDocument(String(url))) return open(url, ...rest);
    onStopped(words.privacy.openingWindow(String(url)));
    return null;
  };
  const navigation = (globalThis as { navigation?: EventTarget }).navigation;
  navigation?.addEventListener('navigate', (event) => {
    const { destination, userInitiated, cancelable } = event as NavigateEventLike;
    const isHere = destination.sameDocument || sameDocument(destination.url);
    if (isHere || userInitiated || !cancelable) return;
    event.preventDefault();
    onStopped(words.privacy.leavingPage(destination.url));
  });
}

interface NavigateEventLike extends Event {
  destination: { url: string; sameDocument: boolean };
  userInitiated: boolean;
}

/** A reload, another place of this page, or a file that is saved from memory. */
function sameDocument(url: string): boolean {
  const bare = (address: string) => address.split('#')[0];
  return bare(url) === bare(location.href) || /^(blob|data):/.test(url);
}
