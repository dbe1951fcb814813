// The states of the gallery: what a component is given, all of it made up.
import { html, type TemplateResult } from 'lit/html.js';
import { EegateError } from '../api/index.js';
import type { TrainingEvaluation } from '../api/training_types.js';
import { Actions } from '../page/actions.js';
import { bandsView } from '../page/explain/bands_view.js';
import { initialState, type State } from '../page/state.js';
import { Store } from '../page/store.js';
import type { PersonResult } from '../page/training/person_results.js';
import { verdictView } from '../page/training/views/verdict.js';
import { appView } from '../page/views/app.js';
import { confusionView } from '../page/views/confusion.js';
import { checkBox, selectBox } from '../page/views/parts.js';
import { strings } from '../page/strings/index.js';
import { classifierElement, classifierRefusing, viewerElement } from './elements.js';
import {
  dataSets,
  drillElement,
  insideDrawing,
  lessonElement,
  live,
  night,
  popovers,
  writing,
} from './more_states.js';

export interface Showing {
  /** As the address names it. */
  id: string;
  /** Takes the whole screen, as the page does. */
  isPage: boolean;
  /** Of a popover that is open. */
  opens?: string;
  view: () => TemplateResult;
}

const engine = {
  ...{ backend: 'relaxed', why: 'made up', version: '0.0.0', workers: 4, place: 'workers' },
  ...{ refused: [], wasmBytes: 3e6 },
} as unknown as State['engine'];

const model = (key: string, title: string) => ({
  ...{ key, title, fileName: key, isBundled: true, model: null },
  bytes: new ArrayBuffer(8),
});

const models = () => [
  model('eyes.safetensors', strings.model.bundled.eyes),
  model('leftright.safetensors', strings.model.bundled.leftright),
];

/** The page without a recording, in a state that differs from its first one. */
const pageIn = (id: string, change: () => Partial<State>): Showing => ({
  id: `page-${id}`,
  isPage: true,
  view: () => {
    const store = new Store<State>({ ...initialState(), ...change() }, () => undefined);
    const actions = new Actions(store, new Promise(() => undefined));
    return appView(store.state, actions, () => undefined);
  },
});

const ready = (): Partial<State> => ({
  ...{ engine, isBusy: false, status: strings.status.ready },
  ...{ models: models(), modelKey: 'eyes.safetensors' },
});

const refusal = () => ({
  error: new EegateError({
    ...{ code: 'EDF_HEADER', message: strings.errors.withoutHeader.message, field: 'header' },
    ...{ place: 'byte 0', found: '12 bytes', expected: 'at least 256 bytes', hint: 'Get it again' },
  }),
  ...{ subject: 'night.edf', by: null },
});

const evaluation = (accuracy: number, interval: [number, number]): TrainingEvaluation => ({
  ...{ nTrials: 60, classes: ['open', 'closed'], accuracy, balancedAccuracy: accuracy },
  ...{ macroF1: accuracy, kappa: 2 * accuracy - 1, ece: 0.05, chance: 0.5 },
  accuracyInterval: interval,
  ...{ confusion: [], truth: [], predicted: [] },
});

const person = (name: string, nRight: number, n: number): PersonResult => ({
  person: name,
  truth: Array.from({ length: n }, () => 0),
  predicted: Array.from({ length: n }, (_, i) => (i < nRight ? 0 : 1)),
  confidence: Array.from({ length: n }, () => 0.8),
});

const part = (id: string, view: () => unknown): Showing => ({
  ...{ id, isPage: false },
  view: () =>
    html`<main class="gallery-part">
      <h1>${id}</h1>
      ${view()}
    </main>`,
});

const bandsOf = (falls: (number | null)[]) => ({
  logit: 2.5,
  bands: ['delta', 'theta', 'alpha', 'beta', 'gamma'].map((name, i) => ({
    ...{ name, lowHz: [1, 4, 8, 13, 30][i]!, highHz: [4, 8, 13, 30, 45][i]! },
    logitDrop: falls[i] ?? null,
  })),
});

const verdict = (accuracy: number, interval: [number, number], persons: PersonResult[] = []) =>
  verdictView(evaluation(accuracy, interval), persons, strings.outcome.verdict.figure(accuracy));

const makeState = (change: Partial<State>): State => ({
  ...initialState(),
  ...ready(),
  ...change,
});
const makeActions = () =>
  new Actions(new Store(makeState({}), () => undefined), new Promise(() => undefined));

const popoverParts = Object.entries(popovers(makeState, makeActions)).map(
  ([id, view]): Showing => ({
    ...part(`popover-${id}`, view),
    opens: id.startsWith('models') ? 'fit' : 'recordings',
  }),
);

const dataSetParts = Object.entries(dataSets(makeState, makeActions)).map(
  ([id, view]): Showing => ({ ...part(id, view), opens: 'data-set' }),
);

export const showings: readonly Showing[] = [
  pageIn('starting', () => ({})),
  pageIn('ready', ready),
  pageIn('busy', () => ({ ...ready(), isBusy: true, status: strings.status.simulating(false) })),
  pageIn('refused', () => ({ ...ready(), alerts: [refusal()] })),
  pageIn('dropping', () => ({ ...ready(), isDropping: true })),
  pageIn('train-empty', () => ({ ...ready(), workspace: 'train' })),
  pageIn('writing-empty', () => ({ ...ready(), workspace: 'learn', kept: { learn: 'writing' } })),
  pageIn('learn-empty', () => ({ ...ready(), workspace: 'learn' })),
  part('confusion', () =>
    confusionView({
      ...{ classes: ['eyes open', 'eyes closed'] },
      confusion: [
        [29, 1],
        [2, 28],
      ],
    }),
  ),
  part('confusion-of-stages', () =>
    confusionView({
      classes: ['W', 'N1', 'N2', 'N3', 'R'],
      confusion: [
        [90, 5, 3, 0, 2],
        [9, 20, 14, 0, 7],
        [2, 8, 180, 12, 4],
        [0, 0, 11, 80, 0],
        [0, 0, 0, 0, 0],
      ],
    }),
  ),
  part('bands', () => bandsView(bandsOf([0.1, -0.2, 1.9, 0.3, 0]), 'eyes closed')),
  part('bands-not-recorded', () => bandsView(bandsOf([0.1, 0.2, 0.4, null, null]), 'left')),
  part('verdict-above', () => verdict(0.9, [0.8, 0.95])),
  part('verdict-unclear', () => verdict(0.55, [0.42, 0.67])),
  part('verdict-below', () => verdict(0.3, [0.2, 0.42])),
  part('verdict-of-persons', () =>
    verdict(
      0.75,
      [0.6, 0.9],
      [person('S001', 18, 20), person('S002', 15, 20), person('S003', 12, 20)],
    ),
  ),
  ...popoverParts,
  ...dataSetParts,
  part('inside', insideDrawing),
  part('sleep-empty', () => night(false)),
  part('sleep-scored', () => night(true)),
  part('live-idle', () => live(makeState, false)),
  part('live-running', () => live(makeState, true)),
  part('writing', () => writing(makeState, strings.writing.template)),
  part('writing-with-problems', () => writing(makeState, '## A\n\n```question\n?\n```\n')),
  part('writing-asks', () =>
    writing(makeState, strings.writing.template, { savedText: '', waiting: { text: '' } }),
  ),
  {
    ...part('writing-one-file', () => writing(makeState, strings.writing.template)),
    opens: 'one-file',
  },
  part('element-lesson', lessonElement),
  part('element-drill', drillElement),
  part('element-viewer', viewerElement),
  part('element-classifier', classifierElement),
  part('element-classifier-refusing', classifierRefusing),
  part('fields', () => {
    const choices = [
      { value: 'a', text: strings.signals.filters.none },
      { value: 'b', text: strings.signals.filters.model },
    ];
    return html`${selectBox(strings.signals.filter, choices, 'a', () => undefined)}
    ${selectBox(strings.signals.reference, choices, 'b', () => undefined, { isDisabled: true })}
    ${checkBox(strings.results.wrongOnly, true, () => undefined)}`;
  }),
];
