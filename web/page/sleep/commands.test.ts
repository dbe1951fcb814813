import { expect, it } from 'vitest';
import { sleepCommands } from './commands.js';
import { initialNight, unscored, type Night } from './night.js';
import type { SleepPanel } from './panel.js';

/** What is offered of a night, and what was done of it. */
function offered(night: Night | null) {
  const done: unknown[] = [];
  const does =
    (name: string) =>
    (...args: unknown[]) =>
      done.push([name, ...args]);
  const panel = {
    night,
    isFolded: false,
    fold: does('fold'),
    scoreByHand: does('scoreByHand'),
    channel: { spectrogram: does('spectrogram'), cancel: does('cancel'), events: does('events') },
    correcting: { setLight: does('setLight') },
    opened: { save: does('save'), close: does('close'), closeOther: does('closeOther') },
  } as unknown as SleepPanel;
  const host = { querySelector: () => ({ click: does('choose') }) } as unknown as HTMLElement;
  const commands = sleepCommands(host, panel, does('report')).filter((one) => one.if !== false);
  return { names: commands.map(({ name }) => name.replaceAll('\u00a0', ' ')), commands, done };
}

it('a night without stages can be scored, staged and looked at', () => {
  const { names, commands, done } = offered(initialNight(0));
  expect(names).toEqual([
    'Score by hand: Epochs: 30 s',
    'Score by hand: Epochs: 20 s',
    'Open a hypnogram',
    'Stage with a model',
    'Compute the spectrogram',
  ]);
  for (const { run } of commands) run();
  expect(done).toEqual([
    ['scoreByHand', 30],
    ['scoreByHand', 20],
    ['choose'],
    ['choose'],
    ['spectrogram'],
  ]);
  expect(offered(null).names).toEqual([]);
});

it('a scored night can be compared, bounded, saved, folded and closed', () => {
  const scoring = { name: () => 'a', hypnogram: unscored(90, 30), warnings: [] };
  const night = { ...initialNight(0), scoring, epoch: 1, progress: 0.5, staged: 0.5 };
  const { names, commands, done } = offered(night);
  expect(names).toEqual([
    'Compare with another',
    'Cancel staging',
    'Cancel computing',
    'Lights off: Off before this epoch',
    'Lights on: On after this epoch',
    'Save the stages: CSV',
    'Save the stages: BIDS events',
    'Save the stages: EDF+ annotations',
    'Close the scoring',
    'Hide Tools and statistics',
  ]);
  for (const { id, run } of commands) if (/-(offS|onS|save-csv|tools)$/.test(id)) run();
  expect(done).toEqual([
    ['setLight', 'offS', 30],
    ['setLight', 'onS', 60],
    ['save', 'csv'],
    ['fold', true],
  ]);
});
