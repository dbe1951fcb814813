// npm run lint [file.cc...]: floors, format, types, eslint, clang-tidy (on the files named, else on all of src/).
import { cpus } from 'node:os';
import { cmakeBuild } from './build.mjs';
import { checkFloors } from './check_floors.mjs';
import { format } from './format.mjs';
import { aptInstall, setup } from './setup.mjs';
import { Failure, filesBelow, main, run, status, which } from './shared.mjs';

const clangTidy = 'clang-tidy-19';

main(async () => {
  await setup();
  await cmakeBuild('native-asan'); // leaves compile_commands.json
  const steps = [
    async () => checkFloors() === 0,
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
  const args = ['-p', 'build/native-asan', '--quiet', '--extra-arg=-Wno-unknown-warning-option'];
  let passed = true;
  const worker = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      await run(clangTidy, [...args, file]).catch(() => (passed = false));
    }
  };
  await Promise.all(cpus().map(worker));
  return passed;
}
