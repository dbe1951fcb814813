// The engines' script, fetched once and kept in memory: workers that start later, for a training or in place of one that died,
// ask the network for nothing.
const url = new URL('./eegate-worker.js', document.baseURI);

let script: Promise<string> | null = null;

export async function makeWorker(): Promise<Worker> {
  script ??= fetchScript();
  return new Worker(await script, { type: 'module', name: 'eegate' });
}

async function fetchScript(): Promise<string> {
  try {
    const response = await fetch(url);
    if (response.ok) return URL.createObjectURL(await response.blob());
  } catch {
    // the worker's own failure says more
  }
  script = null;
  return url.href;
}
