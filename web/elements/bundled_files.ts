// Bundled models and lessons, by name: from `assets`, or next to this script.
import type { AssetSource } from '../api/index.js';
import { inPackage } from '../api/address.js';
import { besideScript, fromAssets, isBytes, isResponse } from '../api/assets.js';
import { EegateError } from '../api/index.js';
import { fetchFile, named, noPage } from './fetch_file.js';
import { elementStrings } from './strings.js';

// Literal expressions, because bundlers search for exactly this: they copy the file and insert its new address.
const nextToScript: Record<string, () => URL> = {
  'models/eyes.safetensors': () => new URL('./models/eyes.safetensors', import.meta.url),
  'models/eyes8.safetensors': () => new URL('./models/eyes8.safetensors', import.meta.url),
  'models/eyes_standard.safetensors': () =>
    new URL('./models/eyes_standard.safetensors', import.meta.url),
  'models/leftright.safetensors': () => new URL('./models/leftright.safetensors', import.meta.url),
  'models/leftright_rhythm.safetensors': () =>
    new URL('./models/leftright_rhythm.safetensors', import.meta.url),
  'models/eyes_tangent.safetensors': () =>
    new URL('./models/eyes_tangent.safetensors', import.meta.url),
  'models/leftright_csp.safetensors': () =>
    new URL('./models/leftright_csp.safetensors', import.meta.url),
  'lessons/alpha.md': () => new URL('./lessons/alpha.md', import.meta.url),
  'lessons/attention.md': () => new URL('./lessons/attention.md', import.meta.url),
  'lessons/fooling.md': () => new URL('./lessons/fooling.md', import.meta.url),
  'lessons/imagery.md': () => new URL('./lessons/imagery.md', import.meta.url),
};

/** A file by its name in the package, e.g. "models/eyes.safetensors". */
export async function ownFile(fileName: string, assets: AssetSource | undefined): Promise<File> {
  const given = await fromAssets(fileName, assets);
  const name = fileName.split('/').pop()!;
  if (isBytes(given)) return new File([given as BlobPart], name);
  if (isResponse(given)) return named(await given.blob(), name);
  const address = given === undefined ? locationOf(fileName) : String(given);
  const isKnown = given !== undefined || fileName in nextToScript;
  const file = await fetchFile(address, baseOf()).catch((error: unknown) => {
    throw isKnown ? error : unknownName(fileName, address, error);
  });
  try {
    return named(await noPage(file, address, fileName, elementStrings.fetch.besideHint), name);
  } catch (error) {
    throw isKnown ? error : unknownName(fileName, address);
  }
}

/** For a name that no bundled file has and that is no address of a file either. */
function unknownName(fileName: string, address: string, cause?: unknown): EegateError {
  const folder = fileName.replace(/[^/]*$/, '');
  const names = Object.keys(nextToScript).filter((name) => name.startsWith(folder));
  const plain = (name: string) => name.slice(folder.length).replace(/\.\w+$/, '');
  return new EegateError(
    {
      code: 'ELEMENT_FETCH',
      message: elementStrings.fetch.unknown(plain(fileName)),
      place: address,
      expected: names.map(plain).join(', '),
      hint: elementStrings.fetch.unknownHint,
    },
    cause,
  );
}

const locationOf = (fileName: string): string =>
  inPackage(nextToScript[fileName]?.() ?? besideScript(fileName)).href;

const baseOf = (): string => globalThis.document?.baseURI ?? import.meta.url;
