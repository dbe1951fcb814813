// Controls around the drawing: window, model, Play, comparison; below them a sentence and the result.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../../plot/time_axis.js';
import type { Actions } from '../../actions.js';
import { ungatedVersions } from '../../bundled_models.js';
import type { ModelEntry, State } from '../../state.js';
import type { Store } from '../../store.js';
import { button, selectBox } from '../../views/parts.js';
import { figureButton } from '../../views/figure_button.js';
import { strings } from '../../strings/index.js';
import type { Controller } from '../controller.js';
import type { Scene } from '../drawing/scene.js';
import { rowText, sentenceOf } from '../sentences.js';
import { shownInspection, type InsideState } from '../state.js';
import { verdict, wordsOfAll } from '../ablations.js';

const { bar: said, switches } = strings.inside;

export function barView(
  scene: Scene,
  page: State,
  actions: Actions,
  controller: Controller,
  store: Store<InsideState>,
  play: () => void,
): TemplateResult {
  const { index, nWindows, isBusy, inspected, playing, parts } = scene.state;
  const { onsetS, durationS, title } = inspected!;
  const go = (to: number) => () => actions.view.showEpoch(to);
  return html`<div class="inside-bar">
    ${button(playing ? said.stop : said.play, play, { kind: 'primary' })}
    <div class="inside-steps">
      ${button('◀', go(index - 1), { label: said.previous, isDisabled: index === 0 })}
      ${button('▶', go(index + 1), { label: said.next, isDisabled: index + 1 >= nWindows })}
    </div>
    <p aria-busy=${isBusy}>
      ${said.window(index + 1, nWindows, formatTime(onsetS, 2), formatTime(onsetS + durationS, 2), title)}
    </p>
    ${parts.length ? button(said.reset(parts.length), () => controller.change([], 'all')) : nothing}
    ${compareView(page, scene.state, controller, store)}
    ${figureButton('inside', '.inside-bar p, .inside-svg, .inside-words .outcome')}
  </div>`;
}

function compareView(
  page: State,
  state: InsideState,
  controller: Controller,
  store: Store<InsideState>,
): TemplateResult {
  const { comparisonKey, comparison, isComparisonDrawn, inspected } = state;
  const own = entryOf(page, state);
  const twin = ungatedVersionOf(page, state);
  const others = page.models.filter((entry) => entry !== own && entry.key !== twin);
  const choices = [
    { value: '', text: said.none },
    ...(twin ? [{ value: twin, text: said.ungated }] : []),
    ...others.map((entry) => ({ value: entry.key, text: entry.title })),
  ];
  const draw = (isDrawn: boolean) => () => store.update({ isComparisonDrawn: isDrawn });
  return html`<div class="inside-compare">
    ${selectBox(said.compare, choices, comparisonKey, (key) => void controller.compareWith(key))}
    ${
      comparison
        ? html`<div class="inside-which" role="group" aria-label=${said.drawn}>
            ${button(kindOf(inspected!.model.config), draw(false), {
              isPressed: !isComparisonDrawn,
            })}
            ${button(kindOf(comparison.model.config), draw(true), { isPressed: isComparisonDrawn })}
          </div>`
        : nothing
    }
  </div>`;
}

function kindOf(config: Record<string, unknown>): string {
  if (config['architecture'] !== 'transformer') return String(config['architecture']);
  const block = String(config['block']);
  return block === 'gated' ? said.gated(String(config['gate'])) : said.standard(block);
}

/** The entry of the model that is looked into; none if another file has taken its place. */
function entryOf(page: State, { inspected }: InsideState): ModelEntry | undefined {
  return page.models.find(({ bytes }) => bytes === inspected!.bytes);
}

/** The bundled model that differs from the one that is looked at in its block alone. */
function ungatedVersionOf(page: State, state: InsideState): string | null {
  const own = entryOf(page, state)?.fileName;
  const twin = ungatedVersions.find(({ ungatedVersionOf }) => ungatedVersionOf === own)?.fileName;
  return page.models.find(({ fileName, isBundled }) => isBundled && fileName === twin)?.key ?? null;
}

/** Of the row of tokens, or the station, that is looked at; and what the changes did. */
export function sentenceView(scene: Scene): TemplateResult {
  const { state, layout } = scene;
  const id = state.playing || state.hovered || state.station || 'classes';
  const stop = layout.stops.find((one) => one.id === id) ?? layout.stops.at(-1)!;
  const { row: at, playing, isChanging } = state;
  const row = at === null || playing || isChanging ? '' : rowText(scene, at);
  const isChanged = state.ablated !== null || state.comparison !== null;
  const isAtRest = !row && !playing && !state.hovered;
  const shows = isChanged && (isChanging || isAtRest) ? 'outcome' : 'sentence';
  return html`<div class="inside-words" data-shows=${shows}>
    <p id="inside-sentence">${row || sentenceOf(scene, stop)}</p>
    <p class="outcome" aria-live="polite">${outcomeWords(state)}</p>
  </div>`;
}

function outcomeWords(state: InsideState): TemplateResult | string {
  const { inspected, parts, ablated, comparison } = state;
  if (!inspected) return '';
  if (inspected.model.config['task'] === 'regress') {
    const [was, is] = [inspected.inspection.logits[0]!, shownInspection(state)!.logits[0]!];
    return switches.output(was, ablated ? is : null);
  }
  const { label, before, after, points } = verdict(
    inspected.model.classes,
    inspected.inspection.probabilities,
    ablated?.probabilities ?? null,
  );
  if (parts.length && ablated && !state.isComparisonDrawn)
    return switches.outcome(label, before, after, points, wordsOfAll(parts));
  const there = comparison?.inspection.probabilities[comparison.model.classes.indexOf(label)];
  return there === undefined
    ? switches.original(label, before)
    : switches.compared(label, before, comparison!.title, there);
}
