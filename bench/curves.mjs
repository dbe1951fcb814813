// npm run bench:curves [-- AXIS ...] [--no-build]: how cost grows with tokens, channels, batch, workers and the length of a recording
// -> bench/results/curves.md, curves.svg. Each curve has its exponent, by least squares over its upper half, beside what theory says.
import { writeFileSync } from 'node:fs';
import { atRoot, main } from '../scripts/shared.mjs';
import { setupCompilers } from '../scripts/setup.mjs';
import { buildBenchmark, jsonLines, machine, printedBy, table, writeResults } from './shared.mjs';

const axes = {
  tokens: {
    title: 'Tokens',
    of: 'One trial of 32 channels in which each sample is a token; two blocks, width 64, eight heads (`pre_ln`), windows of 16 tokens (`swin1d`), and `bilstm_attn`. `gradient` is a forward and a backward pass.',
    theory: (curve) => (curve.startsWith('full attention') ? '1 to 2' : '1'),
  },
  channels: {
    title: 'Channels',
    of: 'One trial of 512 samples.',
    theory: () => '0 to 1',
  },
  batch: {
    title: 'Batch',
    of: 'Trials of 16 channels and 256 samples at once.',
    theory: () => '1',
  },
  workers: {
    title: 'Workers',
    of: 'An hour of 16 channels, classified in chunks of 16 windows. Each worker has a clock of its own: whoever is free first takes the next chunk, whose time is measured and added to that clock.',
    theory: () => '−1',
  },
  length: {
    title: 'Length of a recording',
    of: 'Minutes of 16 channels at 160 Hz, opened, filtered and classified in windows of 2 s.',
    theory: () => '1',
  },
};

/** Of the picture. */
const panel = { width: 300, height: 240, left: 46, top: 34, right: 12, bottom: 30 };
const colours = ['#1a5fb4', '#c64600', '#26a269', '#813d9c', '#986a00', '#a51d2d'];

main(async () => {
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (!process.argv.includes('--no-build')) {
    await setupCompilers();
    await buildBenchmark('native-release', 'eegate_bench_curves');
  }
  const model = atRoot('web/page/public/models/eyes8.safetensors');
  const points = jsonLines(
    printedBy(atRoot('build/native-release/eegate_bench_curves'), [model, ...wanted]),
  );
  const curves = curvesOf(points);
  const text = [
    '# How cost grows',
    '',
    `Milliseconds of the processor, one thread; ${machine()}, native release build. Made by \`npm run bench:curves\`. The exponent is`,
    'that of the upper half of each curve, by least squares on logarithms.',
    '',
    '![Time against size on logarithmic axes](curves.svg)',
    '',
    ...Object.entries(axes).flatMap(([axis, { title, of, theory }]) =>
      sectionOf(
        title,
        of,
        theory,
        curves.filter((curve) => curve.axis === axis),
      ),
    ),
  ].join('\n');
  console.log(text);
  writeResults('curves.md', text);
  writeFileSync(atRoot('bench/results/curves.svg'), drawn(curves));
});

function curvesOf(points) {
  const curves = new Map();
  for (const { axis, curve, n, ms } of points) {
    const key = `${axis} ${curve}`;
    if (!curves.has(key)) curves.set(key, { axis, curve, points: [] });
    curves.get(key).points.push({ n, ms });
  }
  return [...curves.values()].map((curve) => ({ ...curve, exponent: exponentOf(curve.points) }));
}

function exponentOf(points) {
  const upper = points.slice(-Math.max(2, Math.ceil(points.length / 2)));
  const xs = upper.map(({ n }) => Math.log2(n));
  const ys = upper.map(({ ms }) => Math.log2(ms));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, value, i) => sum + (value - x) * (ys[i] - y), 0);
  return covariance / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}

function sectionOf(title, of, theory, curves) {
  if (curves.length === 0) return [];
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ n }) => n)))].sort(
    (a, b) => a - b,
  );
  const row = (n) => [
    n,
    ...curves.map(({ points }) => {
      const point = points.find((one) => one.n === n);
      return point ? point.ms.toPrecision(4) : '';
    }),
  ];
  const rows = [
    ...sizes.map(row),
    ['exponent', ...curves.map(({ exponent }) => exponent.toFixed(2))],
    ['theory', ...curves.map(({ curve }) => theory(curve))],
  ];
  return [`## ${title}`, '', of, '', table(['', ...curves.map(({ curve }) => curve)], rows), ''];
}

// --- the picture: a panel for each axis, both scales logarithmic ---

function drawn(curves) {
  const names = Object.keys(axes).filter((axis) => curves.some((curve) => curve.axis === axis));
  const height = panel.height + 110;
  const panels = names.map((axis, i) =>
    panelOf(
      axis,
      curves.filter((curve) => curve.axis === axis),
      i * panel.width,
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${names.length * panel.width} ${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}

function panelOf(axis, curves, x0) {
  const all = curves.flatMap(({ points }) => points);
  const scale = (values, from, to) => {
    const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
    return (value) => from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from);
  };
  const x = scale(
    all.map(({ n }) => n),
    x0 + panel.left,
    x0 + panel.width - panel.right,
  );
  const y = scale(
    all.map(({ ms }) => ms),
    panel.height - panel.bottom,
    panel.top,
  );
  const decades = (values) => {
    const [low, high] = [
      Math.ceil(Math.log10(Math.min(...values))),
      Math.floor(Math.log10(Math.max(...values))),
    ];
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => 10 ** (low + i));
  };
  const rows = decades(all.map(({ ms }) => ms)).map(
    (ms) =>
      `<line x1="${x0 + panel.left}" x2="${x0 + panel.width - panel.right}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="#ddd"/><text x="${x0 + panel.left - 4}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end" fill="#444">${ms < 0.01 ? ms.toExponential(0) : ms}</text>`,
  );
  const sizes = [...new Set(all.map(({ n }) => n))].sort((a, b) => a - b);
  const columns = [sizes[0], sizes[sizes.length >> 1], sizes.at(-1)].map(
    (n) =>
      `<text x="${x(n).toFixed(1)}" y="${panel.height - panel.bottom + 16}" text-anchor="middle" fill="#444">${n}</text>`,
  );
  const lines = curves.map(({ curve, points, exponent }, i) => {
    const colour = colours[i % colours.length];
    const path = points.map(({ n, ms }) => `${x(n).toFixed(1)},${y(ms).toFixed(1)}`).join(' ');
    const line = panel.height + 6 + 16 * i;
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.8"/><line x1="${x0 + panel.left}" x2="${x0 + panel.left + 16}" y1="${line}" y2="${line}" stroke="${colour}" stroke-width="1.8"/><text x="${x0 + panel.left + 22}" y="${line + 4}" fill="#222">${curve}: n^${exponent.toFixed(2)}</text>`;
  });
  return `<text x="${x0 + panel.left}" y="18" font-weight="600" fill="#222">${axes[axis].title}, ms</text>${rows.join('')}${columns.join('')}${lines.join('')}`;
}
