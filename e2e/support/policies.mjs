// Pages that say where an engine runs, each under a policy or in a frame of its own: the rows of the table in
// docs/EMBEDDING.md. Chromium and Firefox open them in embedding.spec.ts, WebKit in webkit/stories.mjs; each leaves its
// cells in build/embedding, from which scripts/embedding_table.mjs writes the table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { secondOrigin } from './second_origin.mjs';

const strict = (more) =>
  `default-src 'none'; script-src 'self' LIB 'wasm-unsafe-eval'; connect-src 'self' LIB; ${more}`;

/** `own`: the library is of the page's origin; LIB stands for that of the library; `frame`: attributes of a frame around. */
export const places = [
  { title: 'own origin', own: true },
  { title: 'another origin' },
  { title: 'frame of another origin', frame: '' },
  { title: 'sandboxed frame', frame: 'sandbox="allow-scripts"' },
  { title: 'own origin, policy without blob:', own: true, policy: strict("worker-src 'self'") },
  { title: 'another origin, policy with blob:', policy: strict('worker-src blob:') },
  { title: 'policy without workers', own: true, policy: strict("worker-src 'none'") },
  {
    title: 'policy without wasm',
    own: true,
    policy: "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'",
  },
];

export const engines = ['Chromium', 'Firefox', 'WebKit'];

const words = { worker: 'workers', blob: 'workers from memory', page: "the page's thread" };

const atRoot = (name) => new URL(`../../${name}`, import.meta.url);

const story = (lib) => `
  const tell = (text) => (parent === self ? (document.title = text) : parent.postMessage(text, '*'));
  try {
    const { createEngine } = await import(${JSON.stringify(`${lib}eegate.js`)});
    const engine = await createEngine({ workers: 1 });
    const recording = await engine.openRecording(await engine.makeSample({ durationS: 4 }));
    const [samples] = await recording.read({ channels: [0] });
    tell(JSON.stringify({ place: engine.info.place, n: samples.length }));
  } catch (error) {
    tell(JSON.stringify({ code: error.code, message: error.message, hint: error.hint }));
  }`;

const script = (name) =>
  `<!doctype html><meta charset="utf-8"><script type="module" src="${name}"></script>`;
const listener = `<!doctype html><meta charset="utf-8"><script>addEventListener('message', ({ data }) => (document.title = data))</script>`;

/** Serves all of them, beside a copy of the library. `library`: where dist/ is served, as another origin. */
export async function openPlaces(library) {
  const inside = libraryPages();
  for (const own of [true, false])
    inside[`/${own}.js`] = {
      body: story(own ? '/' : library),
      type: 'text/javascript',
      anywhere: true,
    };
  const outside = {};
  places.forEach(({ policy, own = false }, i) => {
    inside[`/${i}`] = {
      body: script(`/${own}.js`),
      policy: policy?.replaceAll('LIB', new URL(library).origin),
    };
  });
  const [inner, outer] = await Promise.all([secondOrigin(inside), secondOrigin(outside)]);
  places.forEach(({ frame }, i) => {
    outside[`/${i}`] = { body: `${listener}<iframe src="${inner.url}/${i}" ${frame}></iframe>` };
  });
  return {
    urlOf: (place) =>
      `${place.frame === undefined ? inner.url : outer.url}/${places.indexOf(place)}`,
    close() {
      inner.close();
      outer.close();
    },
  };
}

function libraryPages() {
  const files = ['eegate.js', 'eegate-glue.js', 'eegate-worker.js'];
  for (const module of ['', '-predict'])
    for (const backend of ['simd', 'relaxed']) files.push(`eegate${module}-${backend}.wasm`);
  return Object.fromEntries(
    files.map((name) => {
      const type = name.endsWith('.js') ? 'text/javascript' : 'application/wasm';
      return [`/${name}`, { body: readFileSync(atRoot(`dist/${name}`)), type }];
    }),
  );
}

/** What is wrong with what a page told; the cell for it is kept whatever it is. */
export function judge(engine, { title }, told) {
  const cell = told.place ? words[told.place] : `\`${told.code}\``;
  mkdirSync(atRoot('build/embedding/'), { recursive: true });
  const name = `${engine}.${title}`.replace(/\W+/g, '_');
  writeFileSync(atRoot(`build/embedding/${name}.json`), JSON.stringify({ engine, title, cell }));
  const faults = [];
  if (told.place) {
    if (!(told.n > 500)) faults.push(`it read ${told.n} samples`);
  } else {
    if (told.code !== 'ENGINE_POLICY') faults.push(`${told.code}: ${told.message}`);
    if (!told.hint?.includes("'wasm-unsafe-eval'")) faults.push(`the hint is ${told.hint}`);
  }
  const said = cellOf(title, engine);
  if (said !== cell) faults.push(`docs/EMBEDDING.md says ${said}, and it is ${cell}`);
  return faults;
}

/** What docs/EMBEDDING.md says. */
function cellOf(title, engine) {
  const rows = readFileSync(atRoot('docs/EMBEDDING.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((one) => one.trim()));
  const head = rows.find((row) => row.includes('Chromium')) ?? [];
  const row = rows.find(([, first]) => first === title) ?? [];
  return row[head.indexOf(engine)];
}
