// The first script of the frame: removes APIs that no policy governs, then starts the code that the shell sends. The policy of the frame
// allows this script and that code by their hashes, and no other script.
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
