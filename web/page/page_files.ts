// The page's files by name, from the shell: the frame of the page can fetch nothing.
import { once } from '../api/engine_start.js';
import type { AssetSource, EngineOptions } from '../api/index.js';
import type { Violation } from '../worker/violation.js';
import { deferred } from '../worker/work_chunks.js';
import { comingFiles, shell, startedWorkers } from './shell.js';

/** Files that the shell sends without being asked for; each is used once. */
const coming = new Map(comingFiles.map((name) => [name, deferred<ArrayBuffer | null>()]));
shell.on('file', ({ name, bytes }) => coming.get(name)?.resolve(bytes));

/** Resolves when the engines have what they start with, or soon: they start while the page is drawn. */
export async function enginesBegin(): Promise<void> {
  const atLatestMs = 50;
  const sent = [...coming].find(([name]) => name.endsWith('.wasm'))?.[1].promise;
  const late = new Promise((resolve) => setTimeout(resolve, atLatestMs));
  await Promise.race([sent, late]);
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve)); // it is compiled and passed on
}

/** Models, lessons, whatever the build left next to the page: "models/eyes.safetensors". */
export async function pageFile(name: string): Promise<ArrayBuffer> {
  const sent = await coming.get(name)?.promise;
  coming.delete(name);
  return sent ?? shell.call('file', name);
}

/** For createEngine. */
export const engineFiles: AssetSource = (name) => pageFile(name);

/** Starts workers from memory, and listens for what their policy refuses. */
export function workersFromMemory(
  onRefused: (refused: Violation) => void,
): EngineOptions['worker'] {
  const address = once(async () => {
    const bytes = await pageFile('eegate-worker.js');
    return URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  });
  return async () => {
    const worker = startedWorkers.shift() ?? new Worker(await address(), { name: 'eegate' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ refused?: Violation }>) => {
      if (data.refused) onRefused(data.refused);
    });
    return worker;
  };
}
