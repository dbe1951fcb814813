// Runs the fuzz targets of build/native-fuzz for a minute together.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { atRoot, status } from './shared.mjs';

/** Name of each target -> whether it found nothing. */
export async function fuzzEach() {
  const results = {};
  for (const target of fuzzTargets()) results[target] = (await fuzz(target)) === 0;
  return results;
}

/** Those that were built: not each has a corpus of its own. */
const fuzzTargets = () =>
  readdirSync(atRoot('build/native-fuzz')).flatMap((name) => /^fuzz_(\w+)$/.exec(name)?.[1] ?? []);
const fuzzSeconds = 60;

/** What it finds stays in build/fuzz: an input that fails, and inputs that reach something new. */
function fuzz(target) {
  const found = atRoot('build/fuzz', target);
  mkdirSync(found, { recursive: true });
  const seconds = Math.max(1, Math.floor(fuzzSeconds / fuzzTargets().length));
  const options = [
    `-max_total_time=${seconds}`,
    '-max_len=2048',
    '-entropic_scale_per_exec_time=1', // slow inputs less often
    '-timeout=10',
    '-rss_limit_mb=1024',
  ];
  const seeds = [atRoot('tests/fuzz/corpus', target), atRoot('tests/data', target)];
  const folders = [found, ...seeds.filter((folder) => existsSync(folder))];
  return status(
    atRoot('build/native-fuzz', `fuzz_${target}`),
    [...options, '-verbosity=0', '-print_final_stats=1', `-artifact_prefix=${found}-`, ...folders],
    {
      env: {
        ASAN_OPTIONS: 'quarantine_size_mb=8:malloc_context_size=2',
        UBSAN_OPTIONS: 'print_stacktrace=1',
      },
    },
  );
}
