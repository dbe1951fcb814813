// Where engines run under which policy and in which frame. docs/EMBEDDING.md has the table; scripts/embedding_table.mjs writes
// it from what these tests leave in build/embedding, and each test compares its cell.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { secondOrigin } from './support/origins.js';

/** A page of another origin than the library's. LIB stands for the library's. */
interface Place {
  title: string;
  policy?: string;
  /** The page is shown in a frame with these attributes. */
  frame?: string;
  /** Copies the library to the page's own origin. */
  own?: boolean;
}

const strict = (more: string) =>
  `default-src 'none'; script-src 'self' LIB 'wasm-unsafe-eval'; connect-src 'self' LIB; ${more}`;

const places: Place[] = [
  { title: 'own origin', own: true },
  { title: 'another origin', own: false },
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

const words: Record<string, string> = {
  worker: 'workers',
  blob: 'workers from memory',
  page: "the page's thread",
};

const libraryFiles = ['', '-predict'].flatMap((module) =>
  ['simd', 'relaxed'].map((backend) => `eegate${module}-${backend}.wasm`),
);
libraryFiles.push('eegate.js', 'eegate-worker.js');

const file = (name: string) => readFileSync(new URL(`../dist/${name}`, import.meta.url));

for (const place of places) {
  test(place.title, async ({ page, baseURL }, { project }) => {
    const lib = place.own ? '/' : baseURL!;
    const story = `
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
    const script = { body: story, type: 'text/javascript' };
    const policy = place.policy?.replaceAll('LIB', new URL(baseURL!).origin);
    const body =
      '<!doctype html><meta charset="utf-8"><script type="module" src="/story.js"></script>';
    const outer = `<!doctype html><script>addEventListener('message', ({ data }) => (document.title = data))</script>`;
    const library = Object.fromEntries(
      libraryFiles.map((name) => {
        const type = name.endsWith('.js') ? 'text/javascript' : 'application/wasm';
        return [`/${name}`, { body: file(name), type }];
      }),
    );
    const inner = await secondOrigin({
      '/': { body, policy },
      '/story.js': { ...script, anywhere: true },
      ...library,
    });
    const tag = `<iframe src="${inner.url}" ${place.frame}></iframe>`;
    const around = await secondOrigin({ '/': { body: outer + tag } });
    try {
      await page.goto(place.frame === undefined ? inner.url : around.url);
      await expect(page).toHaveTitle(/^\{/, { timeout: 15_000 });
      const told = JSON.parse(await page.title()) as Record<string, string>;
      const cell = told['place'] ? words[told['place']]! : `\`${told['code']}\``;
      keep(project.name, place.title, cell);
      if (place.title === 'policy without wasm') {
        expect(told['code']).toBe('ENGINE_POLICY');
        expect(told['hint']).toContain("'wasm-unsafe-eval'");
      } else expect(Number(told['n'])).toBeGreaterThan(500);
      expect(cellOf(place.title, project.name)).toBe(cell);
    } finally {
      inner.close();
      around.close();
    }
  });
}

function keep(engine: string, title: string, cell: string): void {
  const folder = new URL('../build/embedding/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const name = title.replace(/\W+/g, '_');
  writeFileSync(new URL(`${engine}.${name}.json`, folder), JSON.stringify({ engine, title, cell }));
}

/** What docs/EMBEDDING.md says. */
function cellOf(title: string, engine: string): string | undefined {
  const text = readFileSync(new URL('../docs/EMBEDDING.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = (line: string) => line.split('|').map((one) => one.trim());
  const head = rows.map(cells).find((row) => row.includes('Chromium')) ?? [];
  const row = rows.map(cells).find(([, first]) => first === title) ?? [];
  return row[head.findIndex((name) => name.toLowerCase() === engine)];
}
