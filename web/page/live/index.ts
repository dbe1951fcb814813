// The Live panel. Its code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import { isSame } from '../changes.js';
import { isBarred } from '../classify_obstacle.js';
import type { MakePanel } from '../sections.js';
import { Store } from '../store.js';
import { strings } from '../strings/index.js';
import { appearance } from '../theme.js';
import { lookedAt } from './start_position.js';
import { drawLive } from './charts.js';
import { liveCommands } from './commands.js';
import { LivePanel } from './panel.js';
import { initialLive, type LiveState } from './state.js';
import { liveView } from './view.js';

export const makePanel: MakePanel = (page, actions, engine, host) => {
  const store = new Store<LiveState>(initialLive());
  const panel = new LivePanel(page, store, actions, engine);
  actions.sectionCommands.live = () =>
    liveCommands(page.state, store.state, panel, actions.navigation);
  store.onDraw((state) => {
    const hadFocus = host.contains(document.activeElement);
    render(html`${liveView(page.state, state, panel, actions)}`, host);
    drawLive(
      host,
      state.run,
      () => store.state.run,
      (timeS) => panel.readAt(timeS),
    );
    // Start and Stop take each other's place.
    if (hadFocus && document.activeElement === document.body)
      host.querySelector<HTMLElement>('.live-toggle')?.focus({ preventScroll: true });
  });
  let shown: unknown[] = [];
  return {
    sync(state) {
      const { recordingKey, modelKey, models, engine } = state;
      const looked = lookedAt(state)?.text;
      const { innerWidth } = window;
      const chosen = [recordingKey, modelKey, models, engine, isBarred(state)];
      const now = [...chosen, appearance(state), innerWidth, looked];
      if (isSame(now, shown)) return;
      shown = now;
      store.invalidate();
    },
    folded() {
      shown = [];
      // A run goes on while another workspace is shown, as training does.
      const { goesOnElsewhere, pausedElsewhere } = strings.live.status;
      const isPaused = store.state.run?.phase === 'paused';
      if (page.state.running.includes('live'))
        panel.say(isPaused ? pausedElsewhere : goesOnElsewhere);
    },
  };
};
