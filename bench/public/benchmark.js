// The page of the public benchmark: which networks, who takes part, the table and its text.
import { contendersFor, race } from './race.js';

const models = [
  [
    'M3',
    'Patches of 10 samples, 2 blocks of width 64: a small transformer for 32 channels x 200 samples',
  ],
  ['M1b', 'One wide block over 200 tokens, heads of 4'],
  ['M1', 'One wide block over 200 tokens, heads of 512'],
  ['M2', 'Two gated blocks (GRU) over 656 tokens of 64 channels'],
];

const by = (id) => document.getElementById(id);
const shapeOf = (name) => (name === 'M2' ? [64, 656] : [32, 200]);
const digits = (value) => Number(value.toPrecision(3)).toString();
const secondsEach = Number(new URLSearchParams(location.search).get('seconds') ?? 4);
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
applyTheme();
dark.addEventListener('change', applyTheme);

let running = null;
let rows = [];

by('models').replaceChildren(
  ...models.map(([name, text], i) => {
    const label = document.createElement('label');
    const box = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      name: 'model',
      value: name,
      checked: i < 2,
    });
    label.append(box, ` ${name}: ${text}`);
    return label;
  }),
);

by('choices').addEventListener('submit', (event) => {
  event.preventDefault();
  void measure().catch((error) => say(`The measurement failed: ${error.message}`));
});
by('cancel').addEventListener('click', () => running?.abort());
by('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(by('text').textContent).then(
    () => (by('copied').textContent = 'Copied'),
    () => (by('copied').textContent = 'The browser does not allow it: select the text below'),
  );
});

const say = (text) => (by('status').textContent = text);

async function measure() {
  const chosen = (name) =>
    [...document.querySelectorAll(`input[name=${name}]:checked`)].map(({ value }) => value);
  const all = chosen('model').flatMap((name) =>
    chosen('batch').map((batch) => ({ name, batch: Number(batch), shape: shapeOf(name) })),
  );
  if (all.length === 0) return say('Choose a network and a number of windows.');
  running = new AbortController();
  show({ isRunning: true });
  rows = [];
  try {
    for (const [i, one] of all.entries()) {
      say(
        `${one.name}, ${one.batch === 1 ? '1 window' : `${one.batch} windows`}: ${i + 1} of ${all.length}`,
      );
      const contenders = await contendersFor(one, running.signal);
      try {
        const results = await race(contenders, one, {
          seconds: secondsEach,
          signal: running.signal,
          onProgress: (share) => (by('progress').value = (i + share) / all.length),
        });
        rows.push(...results.map((result) => ({ ...one, ...result })));
      } finally {
        for (const contender of contenders) await contender.close();
      }
      draw();
    }
    say('Done.');
  } catch (error) {
    if (!running.signal.aborted) throw error;
    say('Cancelled; what was measured stands below.');
  } finally {
    show({ isRunning: false });
  }
}

function show({ isRunning }) {
  by('run').disabled = isRunning;
  by('cancel').hidden = by('progress').hidden = !isRunning;
  by('progress').value = 0;
}

function cellsOf({ name, batch, library, ms, ratio, apart, refused }) {
  if (refused) return [name, batch, library, refused, '', ''];
  const isOurs = library.startsWith('eegate');
  return [
    name,
    batch,
    library,
    digits(ms),
    isOurs ? '' : `${ratio.toFixed(2)} times`,
    isOurs ? '' : apart.toExponential(0),
  ];
}

function draw() {
  const body = document.querySelector('tbody');
  body.replaceChildren(
    ...rows.map((row) => {
      const line = document.createElement('tr');
      line.append(
        ...cellsOf(row).map((text) =>
          Object.assign(document.createElement('td'), { textContent: text }),
        ),
      );
      return line;
    }),
  );
  by('results').hidden = false;
  by('text').textContent = asText();
}

function asText() {
  const { userAgent, hardwareConcurrency } = navigator;
  const lines = rows.map((row) => cellsOf(row).join('\t'));
  return [
    'network\twindows\tlibrary\tms\teegate is faster by\tlargest difference',
    ...lines,
    `${hardwareConcurrency} logical cores; ${userAgent}; ${new Date().toISOString().slice(0, 10)}`,
  ].join('\n');
}
