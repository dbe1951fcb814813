// The section Sleep: the night below its traces. Dropped files that are not recordings are opened as scorings.
import { html, nothing, render } from 'lit/html.js';
import { isSame } from '../changes.js';
import type { MakePanel } from '../sections.js';
import { currentRecording } from '../state.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { drawNight } from './canvases.js';
import { sleepCommands } from './commands.js';
import { chosenEpoch, stageOfKey, type NightHooks } from './night.js';
import { SleepPanel, type SleepState } from './panel.js';
import { saveReport } from './save_report.js';
import { sleepView } from './view.js';

export const makePanel: MakePanel = (page, actions, engine, host) => {
  const store = new Store<SleepState>({ nights: new Map(), isFolded: false });
  const panel = new SleepPanel(page, actions, engine, store);
  Object.assign(actions.night, {
    open: (files) => files.forEach((file) => void panel.open(file)),
    score: (stage) => panel.correcting.score(stage),
    epoch: () => chosenEpoch(panel.night),
    commands: () => sleepCommands(host, panel, () => void saveReport(host, panel)),
    keep: (key) => panel.opened.keep(key),
  } satisfies NightHooks);
  store.onDraw(() => {
    const { entry, night } = panel;
    render(entry && night ? html`${sleepView(host, panel, entry, night)}` : nothing, host);
    if (entry && night) requestAnimationFrame(() => drawNight(host, entry, night));
    page.invalidate(); // the traces mark the epoch
  });
  document.addEventListener('keydown', (event) => {
    if (page.state.workspace === 'sleep' && pressed(event, panel)) event.preventDefault();
  });
  addEventListener('beforeunload', (event) => {
    const isLost = [...store.state.nights.values()].some(({ isSaved }) => !isSaved);
    if (isLost) event.preventDefault();
  });
  new ResizeObserver(() => page.invalidate()).observe(host); // the traces above get what room it leaves
  let shown: unknown[] = [];
  return {
    sync(state) {
      panel.epochs.followTraces();
      const now = [
        currentRecording(state)?.key,
        state.recordings.length,
        appearance(state),
        window.innerWidth,
        window.innerHeight,
      ];
      if (isSame(now, shown)) return;
      const isOther = now[0] !== shown[0] || now[1] !== shown[1];
      shown = now;
      if (isOther) panel.follow();
      store.invalidate();
    },
    folded() {
      shown = [];
    },
  };
};

const takesKeys = 'input:not([type=file]), select, textarea, dialog, [popover]';
const epochSteps: Record<string, 1 | -1> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -1,
  PageDown: 1,
};

/** Whether the key scored something or chose an epoch; not where it is text, or belongs to the browser or to what has the focus. A dialog of files leaves it to its field. */
function pressed(event: KeyboardEvent, panel: SleepPanel): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || !panel.night?.scoring) return false;
  if ((target as HTMLElement | null)?.closest?.(takesKeys)) return false;
  const stage = stageOfKey(key);
  if (stage) panel.correcting.score(stage);
  const step = shiftKey ? undefined : epochSteps[key];
  if (step) panel.epochs.step(step);
  return stage !== null || step !== undefined;
}
