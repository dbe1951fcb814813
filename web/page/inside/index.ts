// Inside: the path of one window through the model as a drawing; stations open below it, and its parts can be changed.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { isSame } from '../changes.js';
import type { Actions } from '../actions.js';
import type { MakePanel } from '../sections.js';
import { currentRecording, type State } from '../state.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { strings } from '../strings/index.js';
import { hintSentence, messageOf, originalOf } from '../text.js';
import { firstStepView } from '../views/first_step.js';
import { originalView } from '../views/warning.js';
import { Controller } from './controller.js';
import { drawingView } from './drawing/index.js';
import type { Hands, Scene } from './drawing/scene.js';
import { figuresOf, type Figures } from './figures.js';
import { Morph, Tour } from './animation.js';
import { Paint } from './paint.js';
import { pulsesTo } from './animation_points.js';
import { drawnLook, initialInside, type InsideState } from './state.js';
import { layoutOf } from './station_layout.js';
import { withForce, withHead } from './ablations.js';
import { barView, sentenceView } from './views/bar.js';
import { detailView, type Means } from './views/detail.js';

const texts = strings.inside;
/** Of the drawing, where nothing has measured it yet. */
const usual = { width: 1000, height: 260 };

export const makePanel: MakePanel = (page, actions, _engine, host) => {
  const panel = new InsidePanel(page, actions, host);
  return { sync: (state) => panel.sync(state), folded: () => panel.rest() };
};

/** Of the drawing, where it is fitted into a place with a height of its own. */
const [leastPx, maxPx, compactPx] = [146, 900, 260];
/** Above the station that is opened below it. */
const maxBesideDetailPx = 420;

/** In a drawer the drawing takes the height that is left; in a low one the words are next to the buttons. */
function fit(host: HTMLElement, panel: HTMLElement): void {
  const { overflowY, paddingTop, paddingBottom } = getComputedStyle(host);
  const isBounded = overflowY === 'auto' || overflowY === 'scroll';
  const height = host.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  const isCompact = isBounded && height < compactPx;
  panel.dataset['compact'] = String(isCompact);
  const heightOf = (part: string) =>
    panel.querySelector<HTMLElement>(part)!.getBoundingClientRect().height + 6;
  const left = height - heightOf('.inside-bar') - (isCompact ? 0 : heightOf('.inside-words'));
  const most = panel.querySelector('#inside-detail[hidden]') ? maxPx : maxBesideDetailPx;
  const own = isBounded ? `${Math.min(most, Math.max(leastPx, Math.floor(left)))}px` : '';
  if (panel.style.getPropertyValue('--inside-drawing-height') !== own)
    panel.style.setProperty('--inside-drawing-height', own);
}

class InsidePanel {
  readonly #store = new Store<InsideState>(initialInside());
  readonly #controller: Controller;
  readonly #paint = new Paint();
  readonly #morph = new Morph((shown) => this.#drawFigures(shown));
  readonly #tour = new Tour((playing) => this.#arrive(playing));
  readonly #hands: Hands;
  readonly #means: Means;
  readonly #size = new ResizeObserver(() => this.#store.invalidate());
  #figures: { inspection: unknown; figures: Figures } | null = null;
  #measured: Element | null = null;
  #shown: unknown[] = [];

  constructor(
    private readonly page: Store<State>,
    private readonly actions: Actions,
    private readonly host: HTMLElement,
  ) {
    this.#controller = new Controller(page, this.#store, actions);
    this.#hands = this.#makeHands();
    this.#means = {
      controller: this.#controller,
      paint: this.#paint,
      pick: ({ query, ...rest }) => {
        this.#store.update(({ cell }) => ({ cell: { ...cell, ...rest } }));
        if (query !== undefined) void this.#controller.readFrom(query);
      },
      close: () => this.#open(''),
    };
    this.#store.onDraw((state) => this.#draw(state));
  }

  sync(state: State): void {
    this.#controller.follow();
    const station = state.urlSettings['station'] ?? '';
    if (station !== this.#store.state.station) this.#store.update({ station });
    const run = currentRecording(state)?.run;
    const now = [appearance(state), state.models, run, state.recordingKey];
    if (isSame(now, this.#shown)) return;
    this.#shown = now;
    this.#store.invalidate();
  }

  rest(): void {
    this.#tour.end(this.#pulses());
    this.#hands.row(null);
  }

  #makeHands(): Hands {
    const store = this.#store;
    const change = (parts: InsideState['parts'], what: string) => {
      store.update({ isChanging: true });
      this.#controller.change(parts, what);
    };
    const differs = <K extends 'hovered' | 'row'>(key: K, value: InsideState[K]) => {
      if (store.state[key] !== value)
        store.update({ [key]: value, isChanging: false } as Partial<InsideState>);
    };
    return {
      now: () => store.state,
      open: (station) => this.#open(station === store.state.station ? '' : station),
      hover: (station) => differs('hovered', station),
      row: (row) => {
        if (row === store.state.row) return;
        differs('row', row);
        this.page.update({ cursorS: this.#middleOf(row) });
      },
      head: (block, head, isOn) =>
        change(withHead(store.state.parts, block, head, !isOn), `head ${block} ${head}`),
      force: (block, gate, to) =>
        change(withForce(store.state.parts, block, gate, to), `gate ${block} ${gate}`),
    };
  }

  /** Of a row's segment, in the recording: the stage has its cursor there. */
  #middleOf(row: number | null): number | null {
    const own = row === null ? undefined : this.#figures?.figures.rows[row];
    const drawn = drawnLook(this.#store.state);
    if (!drawn || !own || own.from === null || own.to === null) return null;
    return drawn.inspected.onsetS + ((own.from + own.to) / 2) * drawn.inspected.durationS;
  }

  /** The address keeps which station is open. */
  #open(station: string): void {
    const block = Number(/\.(\d+)/.exec(station)?.[1] ?? 0);
    this.#store.update(({ cell }) => ({
      station,
      cell: block === cell.block ? cell : { ...cell, block, head: 0 },
    }));
    this.actions.navigation.setUrlSetting('station', station);
    if (station)
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          // A low drawer has no room for both: the drawing, which the station belongs to, stays.
          for (const part of ['.inside-detail', '.inside-drawing'])
            this.host.querySelector(part)?.scrollIntoView({ block: 'nearest' });
        }),
      );
  }

  #draw(state: InsideState): void {
    const drawn = drawnLook(state);
    if (!drawn) return this.#drawNothing(state);
    if (this.#figures?.inspection !== drawn.inspection)
      this.#figures = {
        inspection: drawn.inspection,
        figures: figuresOf(drawn.inspected, drawn.inspection),
      };
    const { figures } = this.#figures;
    this.#drawWords(state, figures);
    this.#morph.to(figures, state.parts.length > 0);
  }

  #drawNothing({ problem, isBusy }: InsideState): void {
    this.#tour.end();
    const text = problem ? messageOf(problem) : isBusy ? texts.following : '';
    const original = problem ? originalView(originalOf(problem)) : nothing;
    const view = text
      ? html`<p class="empty">${text}</p>
          ${original}`
      : firstStepView(this.page.state, texts.empty, this.actions);
    render(view, this.host);
  }

  /** What stands around the drawing; the drawing itself goes through many more frames. */
  #drawWords(state: InsideState, figures: Figures): void {
    const scene = this.#sceneOf(state, figures);
    if (!scene) return;
    this.#paint.begin();
    render(this.#view(scene), this.host);
    this.#measure();
    if (state.station) requestAnimationFrame(() => this.#paint.draw(this.host));
  }

  #drawFigures(figures: Figures): void {
    const scene = this.#sceneOf(this.#store.state, figures);
    const room = this.host.querySelector<HTMLElement>('.inside-drawing');
    if (scene && room) render(drawingView(scene), room);
  }

  #measure(): void {
    const panel = this.host.querySelector<HTMLElement>('.inside-panel');
    if (panel) fit(this.host, panel);
    if (panel === this.#measured) return;
    this.#size.disconnect();
    if (panel) for (const one of [this.host, panel]) this.#size.observe(one);
    this.#measured = panel;
  }

  #sceneOf(state: InsideState, figures: Figures): Scene | null {
    const drawn = drawnLook(state);
    if (!drawn) return null;
    const room = this.host.querySelector('.inside-drawing');
    const width = room?.clientWidth || usual.width;
    const height = room?.clientHeight || usual.height;
    const { inspected, comparison, isComparisonDrawn, ablated } = state;
    const other = isComparisonDrawn ? inspected : comparison;
    return {
      figures,
      layout: layoutOf(figures, width, height - 2),
      inspected: drawn.inspected,
      state,
      before: ablated && !isComparisonDrawn ? inspected!.inspection.probabilities : null,
      other: comparison &&
        other && {
          title: other.title,
          classes: other.model.classes,
          shares: other.inspection.probabilities,
        },
      hands: this.#hands,
    };
  }

  #view(scene: Scene): TemplateResult {
    const { state, layout } = scene;
    const opened = layout.stops.find(({ id }) => id === state.station);
    const { problem } = state;
    return html`<div class="inside-panel">
      ${barView(scene, this.page.state, this.actions, this.#controller, this.#store, () => this.#play(scene))}
      ${
        problem
          ? html`<p class="warning" role="alert">${messageOf(problem)} ${hintSentence(problem)}</p>
              ${originalView(originalOf(problem))}`
          : nothing
      }
      <div class="inside-drawing"></div>
      ${sentenceView(scene)}
      ${opened ? detailView(scene, opened, this.#means) : html`<div id="inside-detail" hidden></div>`}
    </div>`;
  }

  #play({ layout }: Scene): void {
    if (this.#tour.isGoing) return this.#tour.end(this.#pulses());
    const ids = layout.stops.map(({ id }) => id);
    const pulses = (index: number) =>
      this.#figures ? pulsesTo(this.#figures.figures, layout, index) : [];
    this.#tour.begin(ids, pulses, () => this.#pulses());
  }

  /** Where the drawing is wider than its place, it scrolls along. */
  #arrive(playing: string): void {
    this.#store.update({ playing });
    const room = this.host.querySelector('.inside-drawing');
    const figures = this.#figures?.figures;
    if (!room || !figures || !playing || room.scrollWidth <= room.clientWidth) return;
    const { stops } = layoutOf(figures, room.clientWidth, room.clientHeight);
    const stop = stops.find(({ id }) => id === playing);
    if (stop)
      room.scrollTo({ left: stop.x + stop.width / 2 - room.clientWidth / 2, behavior: 'smooth' });
  }

  #pulses(): Element | null {
    return this.host.querySelector('.inside-svg .pulses');
  }
}
