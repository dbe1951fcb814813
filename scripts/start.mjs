// npm start: sets up, builds, serves. With --watch (npm run dev) it builds again whenever a source changed.
import { watch } from 'node:fs';
import { build } from './build.mjs';
import { serve } from './serve.mjs';
import { Failure, atRoot, main } from './shared.mjs';

main(async () => {
  await build();
  await serve();
  if (process.argv.includes('--watch')) rebuildOnChange();
});

function rebuildOnChange() {
  let building = false;
  let again = false;
  const rebuild = async () => {
    if (building) return void (again = true);
    building = true;
    do {
      again = false;
      await new Promise((resolve) => setTimeout(resolve, 100)); // editors write in bursts
      await build().then(() => console.log('built'), report);
    } while (again);
    building = false;
  };
  for (const folder of ['web', 'src', 'bindings'])
    watch(atRoot(folder), { recursive: true }, rebuild);
}

function report(error) {
  console.error(error instanceof Failure ? `eegate: ${error.message}` : error.message);
}
