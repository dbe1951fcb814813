// The frame that holds recordings. Its origin is opaque and its policy refuses every connection from its first byte on. It may run
// scripts and print; it may not open windows, send forms, save files or navigate other frames, and the policy of the shell
// (`frame-src 'none'`) refuses every address to which it could navigate itself.
import { frameDocument } from './build.js';
import type { FrameStart, FrameWorkers } from './protocol.js';

interface Frame {
  element: HTMLIFrameElement;
  /** Starts the engine workers, before the page. */
  startWorkers(message: FrameWorkers): void;
  /** Sends the code of the page, its style and the port. */
  start(message: FrameStart, port: MessagePort): void;
}

/** `onGone`: the frame was navigated, so that its content is lost. */
export async function makeFrame(title: string, onGone: () => void): Promise<Frame> {
  const element = document.createElement('iframe');
  element.title = title;
  element.setAttribute('sandbox', 'allow-scripts allow-modals');
  element.referrerPolicy = 'no-referrer';
  Object.assign(element.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    opacity: '0',
  });
  element.srcdoc = frameDocument;
  // Frames in a shadow tree are not among `window.frames`: a page that opened this one cannot reach it.
  const place = document.createElement('div');
  place.attachShadow({ mode: 'open' }).append(element);
  await new Promise<void>((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
    document.body.append(place);
  });
  element.addEventListener('load', onGone);
  return {
    element,
    startWorkers: (message) =>
      element.contentWindow!.postMessage(message, '*', [message.workerScript]),
    start: (message, port) =>
      element.contentWindow!.postMessage(message, '*', [port, message.code, message.style]),
  };
}
