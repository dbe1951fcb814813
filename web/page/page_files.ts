// The page's files by name, from the shell: the frame of the page can fetch nothing.
import type { AssetSource, EngineOptions } from '../api/index.js';
import type { Violation } from '../worker/violation.js';
import { shell } from './shell.js';

/** Models, lessons, whatever the build left next to the page: "models/eyes.safetensors". */
export function pageFile(name: string): Promise<ArrayBuffer> {
  return shell.call('file', name);
}

/** For createEngine. */
export const engineFiles: AssetSource = (name) => pageFile(name);

/** Starts workers from memory, and listens for what their policy refuses. */
export function workersFromMemory(
  onRefused: (refused: Violation) => void,
): EngineOptions['worker'] {
  let address: Promise<string> | null = null;
  const script = async () => {
    const bytes = await pageFile('eegate-worker.js');
    return URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  };
  return async () => {
    address ??= script();
    const worker = new Worker(await address, { name: 'eegate' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ refused?: Violation }>) => {
      if (data.refused) onRefused(data.refused);
    });
    return worker;
  };
}
