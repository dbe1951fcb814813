// The page's files by name. The one-file page carries them in itself, packed; else they lie beside it.
import type { AssetSource } from '../api/index.js';
import { unpacked } from '../api/unpack.js';
import { words } from './words/index.js';

/** Models, lessons, whatever the build left beside the page: "models/eyes.safetensors". */
export function pageFile(name: string): Promise<ArrayBuffer> {
  const coming = bytesOf(name);
  const settled = coming.then(
    () => undefined,
    () => undefined,
  );
  onTheirWay.add(settled);
  void settled.then(() => onTheirWay.delete(settled));
  return coming;
}

const onTheirWay = new Set<Promise<void>>();

/** Everything that was asked for until now is here, or will not come. */
export async function filesAreHere(): Promise<void> {
  await Promise.all(onTheirWay);
}

async function bytesOf(name: string): Promise<ArrayBuffer> {
  const carried = await carriedFile(name);
  if (carried) return carried.buffer;
  const response = await fetch(new URL(`./${name}`, document.baseURI));
  if (!response.ok) throw new Error(words.errors.httpStatus(name, response.status));
  return response.arrayBuffer();
}

/**
 * For createEngine. The engines' script is fetched once and kept in memory: workers that start later, for a training or in
 * place of one that died, ask the network for nothing.
 */
export const engineFiles: AssetSource = async (name) => {
  const carried = await carriedFile(name);
  return carried ?? (name.endsWith('.js') ? pageFile(name) : undefined);
};

/** Base64 of gzip in a script element that no browser runs. */
async function carriedFile(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const text = document.getElementById(`file:${name}`)?.textContent;
  return text ? unpacked(text) : null;
}
