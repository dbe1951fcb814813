// Files that the page needs at its start: fetched while the frame is created, and sent to it without being asked for.

export const workerScript = 'eegate-worker.js';

/** After the wasm module, which depends on the browser. */
export const firstFiles = [
  'models/eyes.safetensors',
  'models/eyes8.safetensors',
  'models/leftright.safetensors',
  'models/leftright_rhythm.safetensors',
  'models/eyes_tangent.safetensors',
  'models/leftright_csp.safetensors',
];
