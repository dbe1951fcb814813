// A module of web/ for the scripts of the build.
import { atRoot } from '../shared.mjs';

export async function imported(entry) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: atRoot(),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  const script = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${script}`);
}
