// The Train panel. Its code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import { isSame } from '../changes.js';
import type { MakePanel } from '../sections.js';
import { Store } from '../store.js';
import { strings } from '../strings/index.js';
import { appearance } from '../theme.js';
import { withRunning } from '../workspaces.js';
import { drawCharts } from './charts.js';
import { trainCommands, type TrainingHooks } from './commands.js';
import { Panel } from './panel.js';
import { browserCheckpointStore } from './checkpoint_store.js';
import {
  initialPanel,
  isBusy,
  isGoingOn,
  isUnsaved,
  otherOf,
  type PanelState,
  type Run,
} from './state.js';
import { interruptedView } from './views/interrupted.js';
import { panelView } from './views/panel.js';

/** Where the columns of Train stand below each other (styles/training.css). */
const oneColumn = '(max-width: 932px)';

export const makePanel: MakePanel = (page, actions, engine, host) => {
  const store = new Store<PanelState>(initialPanel());
  const panel = new Panel(page, store, actions, engine, browserCheckpointStore());
  Object.assign(actions.training, hooks(store, panel));
  actions.sectionCommands.train = () =>
    trainCommands(page.state, store.state, panel, actions.navigation);
  const markRunning = (isRunning: boolean) => {
    if (page.state.running.includes('train') === isRunning) return;
    page.update(({ running }) => ({ running: withRunning(running, 'train', isRunning) }));
  };
  store.onDraw((state) => {
    markRunning(isBusy(state));
    const notice = document.querySelector<HTMLElement>('#interrupted');
    if (notice) render(html`${interruptedView(state, panel)}`, notice);
    const hadFocus = host.contains(document.activeElement);
    render(html`${panelView(page.state, state, panel)}`, host);
    if (page.state.workspace === 'train') void panel.unread.read();
    drawCharts(state.run, otherOf(state));
    showEnd(state.run);
    // What had the focus may be gone, as Stop is at the end.
    if (state.wantsFocus || (hadFocus && document.activeElement === document.body)) {
      const heading = host.querySelector<HTMLElement>('#training-state');
      heading?.focus({ preventScroll: !state.wantsFocus });
      if (state.wantsFocus && heading) store.update({ wantsFocus: false });
    }
  });
  let goingOn: Run | null = null;
  /** In one column the result is far below: it is shown when a run ends there. */
  const showEnd = (run: Run | null) => {
    const hasEnded = run !== null && run === goingOn && !isGoingOn(run);
    goingOn = isGoingOn(run) ? run : null;
    if (!hasEnded || !matchMedia(oneColumn).matches) return;
    requestAnimationFrame(() => host.querySelector('.run')?.scrollIntoView({ block: 'start' }));
  };
  addEventListener('beforeunload', (event) => {
    if (store.state.runs.some(isUnsaved)) event.preventDefault();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void panel.runner.left.offer(); // another tab may have begun
  });
  let shown: unknown[] = [];
  return {
    sync(state) {
      const { recordings, modelKey, models, isBusy, engine } = state;
      const open = recordings.flatMap(({ key, recording }) => [
        key,
        recording.annotations,
        recording.annotationsComplete,
      ]);
      const look = [appearance(state), window.innerWidth];
      const now = [modelKey, models, isBusy, engine, ...look, ...open];
      if (isSame(now, shown)) return;
      shown = now;
      store.invalidate();
    },
    folded() {
      shown = []; // charts without a size were not drawn
      const { goesOnElsewhere, pausedElsewhere } = strings.train.status;
      const isPaused = store.state.run?.phase === 'paused';
      if (isBusy(store.state)) actions.tasks.say(isPaused ? pausedElsewhere : goesOnElsewhere);
      else panel.runner.leave();
    },
    begin: () => panel.runner.left.offer(), // a reload now would cost work
  };
};

const hooks = (store: Store<PanelState>, { runner }: Panel): TrainingHooks => ({
  phase: () => (isGoingOn(store.state.run) ? store.state.run.phase : null),
  pause: () => void runner.pause(),
  resume: () => void runner.resume(),
  stop: () => void runner.stop(),
});
