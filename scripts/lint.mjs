// npm run lint [file.cc...]: layers, format, types, eslint, clang-tidy (on the files named, else on all of src/).
import { cpus } from 'node:os';
import { checkLayers } from './check_layers.mjs';
import { format } from './format.mjs';
import { aptInstall, setup } from './setup.mjs';
import { Failure, filesBelow, main, run, status, which } from './shared.mjs';

const clangTidy = 'clang-tidy-19';

main(async () => {
  await setup();
  await run('cmake', ['--preset', 'native-release'], { quiet: true }); // leaves compile_commands.json
  const steps = [
    async () => checkLayers() === 0,
    async () => format({ check: true }).then(() => true),
    async () => (await status('tsc', ['--noEmit'])) === 0,
    async () => (await status('eslint', ['.'])) === 0,
    async () => tidy(process.argv.slice(2)),
  ];
  let failed = 0;
  for (const step of steps) {
    const passed = await step().catch((error) => console.error(`eegate: ${error.message}`));
    if (!passed) failed++;
  }
  if (failed > 0) throw new Failure(`${failed} of ${steps.length} lint steps failed`);
});

async function tidy(named) {
  if (!which(clangTidy)) await aptInstall([clangTidy]);
  const files = named.length > 0 ? named : filesBelow('src', (file) => file.endsWith('.cc'));
  // The commands are GCC's; clang does not know some of its warnings.
  const args = ['-p', 'build/native-release', '--quiet', '--extra-arg=-Wno-unknown-warning-option'];
  let passed = true;
  const worker = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      await run(clangTidy, [...args, file]).catch(() => (passed = false));
    }
  };
  await Promise.all(cpus().map(worker));
  return passed;
}
