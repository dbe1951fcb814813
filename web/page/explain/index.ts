// The section Explain: which parts of a window are evidence for a class, and how reliable the explanation is.
import { html, render } from 'lit/html.js';
import { isSame } from '../changes.js';
import { obstacle } from '../classify_obstacle.js';
import type { MakePanel } from '../sections.js';
import { currentRecording } from '../state.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { drawExplanation } from './canvases.js';
import { ExplainPanel } from './panel.js';
import { windowInFocus } from '../first_window.js';
import { strings } from '../strings/index.js';
import { firstStepView } from '../views/first_step.js';
import { initialExplain, type ExplainState } from './state.js';
import { explainView } from './view.js';

export const makePanel: MakePanel = (page, actions, engine, host) => {
  const store = new Store<ExplainState>(initialExplain());
  const panel = new ExplainPanel(page, engine, store, (onsetS, durationS) =>
    actions.view.bringIntoView(onsetS, durationS),
  );
  store.onDraw((state) => {
    const firstStep = () => firstStepView(page.state, strings.explain.empty, actions);
    render(html`${explainView(state, panel, firstStep)}`, host);
    requestAnimationFrame(() => drawExplanation(host, store));
  });
  // Pictures in what is folded up have no size until it is opened.
  host.addEventListener('toggle', () => store.invalidate(), true);
  let shown: unknown[] = [];
  return {
    sync(state) {
      const run = currentRecording(state)?.run;
      const epoch = run ? windowInFocus(run) : null;
      const why = run ? '' : obstacle(state);
      const now = [run?.classification, epoch, appearance(state), window.innerWidth, why];
      if (isSame(now, shown)) return;
      if (shown.length && run?.classification !== shown[0]) store.update({ target: null });
      shown = now;
      panel.follow();
      store.invalidate();
    },
    folded() {
      shown = [];
      panel.rest();
    },
  };
};
