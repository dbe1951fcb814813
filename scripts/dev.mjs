// npm run dev: the page served by Vite while it is edited. TypeScript and CSS reach the browser as they are saved; a change of
// C++ builds the modules that the page has asked for, and reloads it. PORT, else 8080.
//   These modules come from the preset `wasm-dev`: they link in seconds, and are larger and a little slower than those of
//   `npm start`. The page runs without its frame and without its policies here, because Vite's client needs more than they allow.
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { setup } from './setup.mjs';
import { Failure, atRoot, main } from './shared.mjs';
import { firstScreen } from './web/first_screen.mjs';
import { markWasm } from './web/wasm_mark.mjs';

const preset = 'wasm-dev';
const buildId = 'development'; // what web/worker/build_id.ts has without a build

main(async () => {
  await setup();
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: false,
    root: atRoot('web/page'),
    clearScreen: false,
    cacheDir: atRoot('build/vite'),
    server: {
      port: Number(process.env.PORT || 8080),
      strictPort: true,
      fs: { allow: [atRoot()] },
    },
    plugins: [page(), engine()],
  });
  await server.listen();
  server.printUrls();
});

/** index.html as the build fills it in, with the sources in place of what the build bundles. */
function page() {
  return {
    name: 'eegate-page',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) =>
        html
          .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '')
          .replace('__EEGATE_BUILD_ID__', buildId)
          .replace('__FIRST_SCREEN__', await firstScreen())
          .replace('./shell.js', './dev.ts')
          .replace(/<link rel="manifest"[^>]*>/, ''),
    },
  };
}

/** The scripts of engine workers and of German, bundled when they are asked for, and the modules, built when they are asked for. */
function engine() {
  const wanted = new Set();
  let building = Promise.resolve();
  /** One build at a time: both would run the same Ninja. */
  const build = (modules) =>
    (building = building.catch(() => undefined).then(() => cmakeBuild(preset, ...modules)));
  const glue = atRoot('build', preset, 'eegate-relaxed.mjs');
  const builtGlue = async () => {
    wanted.add(basename(glue));
    await build([basename(glue)]);
    return glue;
  };
  const scripts = {
    'eegate-worker.js': () => bundled('web/worker/engine_worker.ts'),
    'german.js': () => bundled('web/page/strings/german/script.ts'),
  };
  const isGlue = /\/core\/glue\.js$/;
  return {
    name: 'eegate-engine',
    enforce: 'pre',
    resolveId: (source) => (isGlue.test(source) ? builtGlue() : null),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = basename(request.url.split('?')[0]);
        const bytes = name.endsWith('.wasm') ? wasm(name) : scripts[name]?.();
        if (!bytes) return next();
        bytes.then(
          (body) => {
            const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
            response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
            response.end(body);
          },
          (error) => {
            report(error);
            response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error.message));
          },
        );
      });
      const rebuild = delayed(() =>
        build([...wanted]).then(() => server.ws.send({ type: 'full-reload' }), report),
      );
      for (const folder of ['src', 'bindings']) watch(atRoot(folder), { recursive: true }, rebuild);
    },
  };

  async function wasm(name) {
    const target = name.replace(/wasm$/, 'mjs'); // what Ninja calls the two files
    wanted.add(target);
    await build([target]);
    return markWasm(await readFile(atRoot('build', preset, name)), buildId);
  }

  async function bundled(entryPoint) {
    const esbuild = await import('esbuild');
    const { outputFiles } = await esbuild.build({
      absWorkingDir: atRoot(),
      entryPoints: [entryPoint],
      plugins: [
        {
          name: 'glue',
          setup: (bundle) =>
            bundle.onResolve({ filter: isGlue }, async () => ({ path: await builtGlue() })),
        },
      ],
      bundle: true,
      format: 'iife',
      target: 'es2022',
      write: false,
      logLevel: 'warning',
    });
    return outputFiles[0].contents;
  }
}

/** Editors write in bursts. */
function delayed(action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, 100);
  };
}

function report(error) {
  console.error(error instanceof Failure ? `eegate: ${error.message}` : error);
}
