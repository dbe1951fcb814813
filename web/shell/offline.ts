// The page without a network: the shell registers its service worker, and activates a newer version, only while nothing is open. An
// installation that is running when a recording opens is cancelled; the next visit starts it again.
import { serviceWorkerScript } from '../offline/stored_names.js';

export class Offline {
  #registration: ServiceWorkerRegistration | null = null;

  constructor(private readonly isIdle: () => boolean) {
    // A service worker asks before it fetches: the browser may begin an update whenever it likes.
    const container = workers();
    container?.addEventListener('message', ({ data, ports }) => {
      if (data === 'may-fetch') ports[0]?.postMessage(isIdle());
    });
    container?.startMessages();
  }

  async begin(): Promise<void> {
    const isHosted = document.querySelector('link[rel="manifest"]') !== null;
    if (!isHosted || !workers() || !this.isIdle()) return;
    try {
      const hadOne = navigator.serviceWorker.controller !== null;
      const url = new URL(serviceWorkerScript, document.baseURI);
      this.#registration = await navigator.serviceWorker.register(url);
      if (!this.isIdle()) return this.stop();
      const { waiting } = this.#registration;
      if (waiting && hadOne) this.#takeOver(waiting);
    } catch {
      // A frame, a policy or private browsing forbids it: then the page needs its server, as any page does.
    }
  }

  /** Reloads with a newer version that was fetched in an earlier visit, before anything is opened. */
  #takeOver(waiting: ServiceWorker): void {
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => this.isIdle() && location.reload(),
    );
    waiting.postMessage('activate');
  }

  /** Nothing is fetched from now on. */
  stop(): void {
    this.#registration?.installing?.postMessage('stop');
  }
}

/** Null in a sandboxed frame of another page, and on plain http. */
function workers(): ServiceWorkerContainer | null {
  try {
    return globalThis.navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}
