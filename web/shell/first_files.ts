// What the page asks for as soon as it runs: fetched while its frame is being made.

export const firstFiles = [
  'eegate-worker.js',
  'models/eyes.safetensors',
  'models/eyes8.safetensors',
  'models/leftright.safetensors',
  'models/leftright_rhythm.safetensors',
  'models/eyes_tangent.safetensors',
  'models/leftright_csp.safetensors',
];
