// Files that the page requests at its start: fetched while the frame is created.

export const firstFiles = [
  'eegate-worker.js',
  'models/eyes.safetensors',
  'models/eyes8.safetensors',
  'models/leftright.safetensors',
  'models/leftright_rhythm.safetensors',
  'models/eyes_tangent.safetensors',
  'models/leftright_csp.safetensors',
];
