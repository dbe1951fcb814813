// Inside: one epoch's way through the model, in a file of its own. Three zooms: the whole, one layer, one multiplication.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { Engine, ModelConfig } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { twins } from '../bundled_models.js';
import type { Panel } from '../places.js';
import { currentRecording, type ModelEntry, type State } from '../state.js';
import { Store } from '../store.js';
import { resolvedTheme } from '../theme.js';
import { selectBox } from '../views/parts.js';
import { Conduct } from './conduct.js';
import { Paint } from './paint.js';
import { initialInside, shownInspection, type InsideState, type Zoom } from './state.js';
import { flowView, switchesView } from './views/flow.js';
import { layerView, type Moves } from './views/layer.js';
import { sumView } from './views/sum.js';
import { words } from '../words/index.js';

const said = words.inside;

const zooms: [Zoom, string][] = [
  ['whole', said.zooms.whole],
  ['layer', said.zooms.layer],
  ['sum', said.zooms.sum],
];

export function makePanel(
  page: Store<State>,
  actions: Actions,
  _engine: Promise<Engine>,
  host: HTMLElement,
): Panel {
  const store = new Store<InsideState>(initialInside());
  const conduct = new Conduct(page, store, actions);
  const paint = new Paint();
  const moves: Moves = {
    zoom: (zoom) => {
      store.update({ zoom });
      actions.places.keep('zoom', zoom === 'whole' ? '' : zoom);
    },
    open: (open) => {
      store.update(({ cell }) => ({ open, cell: { ...cell, block: open, head: 0 } }));
      moves.zoom('layer');
    },
    pick: (change) => {
      const { query, ...rest } = change;
      store.update(({ cell }) => ({ cell: { ...cell, ...rest } }));
      if (query !== undefined) void conduct.listen(query);
    },
  };
  store.onDraw((state) => {
    paint.begin();
    render(panelView(page.state, state, actions, conduct, moves, paint), host);
    requestAnimationFrame(() => paint.draw(host));
  });
  let shown: unknown[] = [];
  return {
    sync(state) {
      conduct.follow();
      const kept = zooms.find(([zoom]) => zoom === state.kept['zoom'])?.[0] ?? 'whole';
      if (kept !== store.state.zoom) store.update({ zoom: kept });
      const run = currentRecording(state)?.run;
      const look = [
        resolvedTheme(state.theme),
        window.innerWidth,
        state.models,
        run,
        state.recordingKey,
      ];
      if (look.length === shown.length && look.every((one, i) => one === shown[i])) return;
      shown = look;
      store.invalidate();
    },
  };
}

function panelView(
  page: State,
  state: InsideState,
  actions: Actions,
  conduct: Conduct,
  moves: Moves,
  paint: Paint,
): TemplateResult {
  const { look, zoom, problem } = state;
  if (!look)
    return html`<p class="empty">
      ${problem ? problem.message : state.isBusy ? said.following : said.empty}
    </p>`;
  return html`
    ${headView(page, state, actions, conduct)}
    ${problem ? html`<p class="warning" role="alert">${problem.message}${problem.hint ? html` ${problem.hint}` : nothing}</p>` : nothing}
    <div class="zooms" role="group" aria-label=${said.zoom}>
      ${zooms.map(([value, text]) => html`<button type="button" aria-pressed=${zoom === value} @click=${() => moves.zoom(value)}>${text}</button>`)}
    </div>
    ${zoom === 'whole' ? wholeView(state, conduct, moves, paint) : nothing}
    ${zoom === 'layer' ? html`${layerView(state, conduct, moves, paint)} ${switchesView(state, conduct)}` : nothing}
    ${zoom === 'sum' ? sumView(state, moves) : nothing}
  `;
}

function headView(
  page: State,
  state: InsideState,
  actions: Actions,
  conduct: Conduct,
): TemplateResult {
  const { look, index, nEpochs, besideKey, isBusy } = state;
  const { onsetS, durationS, title } = look!;
  const own = entryOf(page, state);
  const others = page.models.filter((entry) => entry !== own);
  const choices = [
    { value: '', text: said.head.nothing },
    ...others.map((entry) => ({ value: entry.key, text: entry.title })),
  ];
  const twin = twinOf(page, state);
  const go = (to: number) => () => actions.looking.showEpoch(to);
  return html`
    <div class="card-head">
      <p aria-busy=${isBusy}>
        ${said.head.epoch(index + 1, nEpochs, onsetS, onsetS + durationS, title)}
      </p>
      <div class="epoch-steps">
        <button type="button" ?disabled=${index === 0} @click=${go(index - 1)}>
          ${said.head.previous}
        </button>
        <button type="button" ?disabled=${index + 1 >= nEpochs} @click=${go(index + 1)}>
          ${said.head.next}
        </button>
      </div>
      <div class="row beside">
        ${selectBox(said.head.beside, choices, besideKey, (key) => void conduct.compareWith(key))}
        ${
          twin && besideKey !== twin
            ? html`<button type="button" @click=${() => void conduct.compareWith(twin)}>
                ${said.head.twin}
              </button>`
            : nothing
        }
      </div>
    </div>
  `;
}

/** The entry of the model that is looked into; none if another file has taken its place. */
function entryOf(page: State, { look }: InsideState): ModelEntry | undefined {
  return page.models.find(({ bytes }) => bytes === look!.bytes);
}

/** The bundled model that differs from the one that is looked at in its block alone. */
function twinOf(page: State, state: InsideState): string | null {
  const own = entryOf(page, state)?.fileName;
  const twin = twins.find(({ twinOf }) => twinOf === own)?.fileName;
  return page.models.find(({ fileName, isBundled }) => isBundled && fileName === twin)?.key ?? null;
}

function wholeView(
  state: InsideState,
  conduct: Conduct,
  moves: Moves,
  paint: Paint,
): TemplateResult {
  const { look, beside } = state;
  const shown = shownInspection(state)!;
  const kind = (config: ModelConfig) =>
    config['block'] === 'gated'
      ? said.whole.gated(String(config['gate']))
      : config['architecture'] === 'transformer'
        ? said.whole.standard(String(config['block']))
        : String(config['architecture']);
  return html`
    ${switchesView(state, conduct)}
    ${beside ? html`<h3 class="which">${said.whole.which(look!.title, kind(look!.model.config))}</h3>` : nothing}
    ${flowView(look!, shown, 'inside-main', paint, moves.open)}
    ${
      beside
        ? html`<h3 class="which">
              ${said.whole.whichAt(
                beside.title,
                kind(beside.model.config),
                beside.onsetS,
                beside.onsetS + beside.durationS,
              )}
            </h3>
            ${flowView(beside, beside.inspection, 'inside-beside', paint, null)}`
        : nothing
    }
    <p class="note">${said.whole.note}</p>
  `;
}
