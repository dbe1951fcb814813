// The first script of the frame, before anything else is in it: takes away what no policy governs, then starts the code that the
// shell hands over. The policy of the frame names this script and that code by their hashes; no other script runs.
import type { FrameGlobals, FrameStart } from './protocol.js';

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

addEventListener('message', function start({ source, data, ports }: MessageEvent<FrameStart>) {
  const [port] = ports;
  if (source !== parent || !port) return;
  removeEventListener('message', start);
  (globalThis as FrameGlobals).eegateShell = { port, fragment: data.fragment };
  const style = document.createElement('style');
  style.textContent = data.style;
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = data.code;
  document.head.append(style, script);
});
