// The page without a network: its service worker is registered when all is there, and a newer version takes over while nothing
// is open. The one-file page needs none of it.
import { serviceWorkerScript } from '../offline/stored_names.js';

export async function prepareOffline(isIdle: () => boolean): Promise<void> {
  const isHosted = document.querySelector('link[rel="manifest"]') !== null;
  if (!isHosted || !('serviceWorker' in navigator) || !isIdle()) return;
  try {
    const url = new URL(serviceWorkerScript, document.baseURI);
    const hadOne = navigator.serviceWorker.controller !== null;
    const registration = await navigator.serviceWorker.register(url);
    if (!registration.waiting || !hadOne || !isIdle()) return;
    // A newer version was fetched in an earlier visit. Begin anew with it, all of it, before anything is opened.
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => isIdle() && location.reload(),
    );
    registration.waiting.postMessage('activate');
  } catch {
    // A frame, a policy or private browsing forbids it: then the page needs its server, as any page does.
  }
}
