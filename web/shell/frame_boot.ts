// The first script of the frame: removes APIs that no policy governs, starts the engine workers, then the code that the shell sends.
// The policy of the frame allows this script and that code by their hashes, and no other script.
import { automaticWorkers } from '../worker/automatic_workers.js';
import type { FrameGlobals, FrameStart, FrameWorkers } from './protocol.js';

// Browsers ignore `webrtc 'block'`, and voices may be synthesised by a server. No other realm can be reached in which these
// still exist: a child of a frame of opaque origin has another opaque origin.
const ungoverned = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'mozRTCPeerConnection',
  'speechSynthesis',
  'SpeechRecognition',
  'webkitSpeechRecognition',
];
for (const name of ungoverned) {
  Reflect.deleteProperty(globalThis, name);
  if (name in globalThis) throw new Error(`${name} cannot be taken away`);
}

const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const workers: Worker[] = [];

/** The page starts others in place of those that fail here. */
function startWorkers(script: ArrayBuffer): void {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  for (let i = 0; i < automaticWorkers(); i++) {
    const worker = new Worker(address, { name: 'eegate' });
    const forget = () =>
      void (workers.includes(worker) && workers.splice(workers.indexOf(worker), 1));
    worker.addEventListener('error', forget);
    workers.push(worker);
  }
}

addEventListener('message', function start(event: MessageEvent<FrameStart | FrameWorkers>) {
  const { source, data, ports } = event;
  if (source !== parent) return;
  if ('workerScript' in data) return startWorkers(data.workerScript);
  const [port] = ports;
  if (!port) return;
  removeEventListener('message', start);
  const { fragment, coming } = data;
  (globalThis as FrameGlobals).eegateShell = { port, fragment, coming, workers };
  const style = document.createElement('style');
  style.textContent = text(data.style);
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = text(data.code);
  document.head.append(style, script);
});
