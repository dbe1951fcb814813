// What emcc writes beside the wasm modules and web/worker takes in: one file of JavaScript for all modules, and what Embind
// declares of each.
//   web/worker/core/glue.js     put there by every build, not committed
//   web/worker/core/NAME.d.ts   committed, so that tsc needs no C++ compiler; a build whose C++ code declares something else
//                               fails. node scripts/web/core.mjs --accept takes over what it declares now.
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { Failure, atRoot, isMain, main } from '../shared.mjs';

export const moduleNames = ['eegate', 'eegate-predict', 'eegate-train'];
const built = (name, backend, suffix) => `build/wasm/${name}-${backend}.${suffix}`;
export const wasmFile = (name, backend) => built(name, backend, 'wasm');
// It serves the others, as long as they import nothing else.
const glueOf = (backend) => built('eegate', backend, 'mjs');

export async function takeCore() {
  for (const name of moduleNames) checkDeclarations(name);
  await checkOneGlue();
  if (text(glueOf('simd')) !== text('web/worker/core/glue.js'))
    copyFileSync(atRoot(glueOf('simd')), atRoot('web/worker/core/glue.js'));
}

const text = (file) => (existsSync(atRoot(file)) ? readFileSync(atRoot(file), 'utf8') : '');
const emitted = (name) => `build/wasm/${name}.d.ts`;
const committed = (name) => `web/worker/core/${name}.d.ts`;

function checkDeclarations(name) {
  if (text(emitted(name)) === text(committed(name))) return;
  throw new Failure(
    `${committed(name)} is not what the C++ code in bindings/ declares now, ${emitted(name)}.
If the change is meant: node scripts/web/core.mjs --accept
Then tsc says where web/worker and the protocol must follow, or what C++ must be named.`,
  );
}

async function checkOneGlue() {
  const importsOf = async (file) => {
    const module = await WebAssembly.compile(readFileSync(atRoot(file)));
    return WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
  };
  const served = new Set(await importsOf(wasmFile('eegate', 'simd')));
  for (const name of moduleNames) {
    const lacks = (await importsOf(wasmFile(name, 'simd'))).filter((entry) => !served.has(entry));
    if (lacks.length > 0)
      throw new Failure(
        `one glue cannot serve all wasm modules: ${name} imports ${lacks}, eegate does not`,
      );
  }
  const [plain, relaxed] = ['simd', 'relaxed'].map((backend) =>
    text(glueOf(backend)).replaceAll(`-${backend}.wasm`, '.wasm'),
  );
  if (plain !== relaxed) throw new Failure('the glue of the plain and the relaxed module differs');
}

if (isMain(import.meta.url))
  main(async () => {
    if (process.argv[2] !== '--accept')
      throw new Failure('usage: node scripts/web/core.mjs --accept');
    for (const name of moduleNames) copyFileSync(atRoot(emitted(name)), atRoot(committed(name)));
  });
