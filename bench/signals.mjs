// npm run bench:signals: reading EDF and BDF, and the zero-phase band-pass, natively beside SciPy and in Chromium -> bench/results/signals.md
import { build } from '../scripts/build.mjs';
import { atRoot, main } from '../scripts/shared.mjs';
import {
  buildBenchmark,
  printedInPage,
  jsonLines,
  machine,
  printedBy,
  systemPython,
  table,
  withPage,
  writeResults,
} from './shared.mjs';

const byName = (rows) => new Map(rows.map((row) => [row.name, row]));
const native = (...args) =>
  byName(jsonLines(printedBy(atRoot('build/native-release/eegate_bench_signals'), args)));

/** The line of scipy_filter.py, or null where SciPy is not installed. */
function scipy() {
  try {
    return jsonLines(printedBy(systemPython(), [atRoot('bench/scipy_filter.py')]))[0];
  } catch {
    return null;
  }
}

/** Runs in the page: an hour of 64 channels as a File, read through the library. Medians of five in milliseconds. */
async function library() {
  const nChans = 64,
    nRecords = 3600,
    perRecord = 160;
  const columns = (...fields) =>
    fields.map(([value, width]) => String(value).padEnd(width).repeat(nChans)).join('');
  const fixed = [
    ['0', 8],
    ['X X X X', 80],
    ['Startdate X X X X', 80],
    ['01.01.85', 8],
    ['00.00.00', 8],
    [256 * (nChans + 1), 8],
    ['', 44],
    [nRecords, 8],
    [1, 8],
    [nChans, 4],
  ];
  const labels = Array.from({ length: nChans }, (_, c) => `X${c + 1}`.padEnd(16)).join('');
  const header =
    fixed.map(([value, width]) => String(value).padEnd(width)).join('') +
    labels +
    columns(['', 80], ['uV', 8], [-8092, 8], [8092, 8], [-32768, 8], [32767, 8], ['', 80]) +
    columns([perRecord, 8], ['', 32]);
  const samples = new Int16Array(nChans * nRecords * perRecord).map((_, i) => (i * 7919) % 65536);
  const file = new File([header, samples], 'hour.edf');
  const { createEngine } = await import('/dist/eegate.js');
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const timed = async (workers) => {
    const engine = await createEngine({ workers });
    const recording = await engine.openRecording(file);
    const times = [];
    for (let i = 0; i < 6; ++i) {
      const start = performance.now();
      await recording.read();
      if (i > 0) times.push(performance.now() - start);
    }
    await engine.close();
    return median(times);
  };
  return { ms: await timed(1), bytes: file.size };
}

const rate = ({ bytes, ms }) => `${(bytes / 1e3 / ms).toFixed(0)} MB/s`;

main(async () => {
  await build();
  await buildBenchmark('native-release', 'eegate_bench_signals');
  await buildBenchmark('wasm', 'eegate_bench_signals_simd', 'eegate_bench_signals_relaxed');
  const ours = native(),
    python = scipy();
  const inPage = async (name) =>
    byName(jsonLines((await printedInPage('wasm', `eegate_bench_signals_${name}`)).text));
  const columns = [ours, await inPage('relaxed'), await inPage('simd')];
  const { result: read, version } = await withPage({ '/dist/': atRoot('dist') }, (page) =>
    page.evaluate(library),
  );
  const filters = columns.map((column) => column.get('filter').ms);
  const text = [
    '# Reading and filtering',
    '',
    `One hour of 64 channels at 160 Hz; one thread; ${machine()}; Chromium ${version}` +
      (python ? `, SciPy ${python.scipy}` : '') +
      '. Made by `npm run bench:signals`. MB of the file per second; every sample is converted to a float in microvolts.',
    '',
    table(
      ['', 'native', 'Chromium, relaxed SIMD', 'Chromium, plain SIMD'],
      [
        ['EDF from memory to microvolts', ...columns.map((column) => rate(column.get('EDF')))],
        ['BDF from memory to microvolts', ...columns.map((column) => rate(column.get('BDF')))],
        ['EDF `File` to the page, by `recording.read()` in a worker', '', rate(read), ''],
        ['zero-phase band-pass, ms', ...filters.map((ms) => ms.toFixed(0))],
        ...(python
          ? [
              [
                `times as fast as \`sosfiltfilt\` (${python.ms.toFixed(0)} ms)`,
                ...filters.map((ms) => (python.ms / ms).toFixed(1)),
              ],
            ]
          : []),
      ],
    ),
    '',
  ].join('\n');
  console.log(text);
  writeResults('signals.md', text);
});
