// States of what needs more than words: popovers, Inside, Sleep, Live, where a lesson is written, and elements. All of it is made up.
import { html, type TemplateResult } from 'lit/html.js';
import type { Compatibility, Decision, ModelInfo } from '../api/index.js';
import type { SleepStatistics } from '../api/sleep.js';
import { makeDrill } from '../elements/drill/define.js';
import { EegLesson } from '../elements/lesson.js';
import type { Actions } from '../page/actions.js';
import { drawingView } from '../page/inside/drawing/index.js';
import { figuresOf } from '../page/inside/figures.js';
import { inspectionOf } from '../page/inside/inspection.test-support.js';
import { initialInside, type Inspected } from '../page/inside/state.js';
import { layoutOf } from '../page/inside/station_layout.js';
import type { LivePanel } from '../page/live/panel.js';
import { initialLive, type LiveRun } from '../page/live/state.js';
import { liveView } from '../page/live/view.js';
import { initialNight } from '../page/sleep/night.js';
import type { SleepPanel } from '../page/sleep/panel.js';
import { sleepView } from '../page/sleep/view.js';
import type { RecordingEntry, Run, State } from '../page/state.js';
import { dataSetSheet } from '../page/views/data_set.js';
import { modelPopover } from '../page/views/model.js';
import { recordingsPopover } from '../page/views/recordings.js';
import { strings } from '../page/strings/index.js';
import type { WritingPanel } from '../page/writing/panel.js';
import { initialWriting } from '../page/writing/state.js';
import { writingView } from '../page/writing/view.js';

type MakeState = (change: Partial<State>) => State;

const windows = [0, 2, 4, 6].map((onsetS, index) => ({ index, onsetS, durationS: 2, label: '' }));
const classes = ['open', 'closed'];
const weights = new Uint8Array(0);

function runOf(labels: string[]): Run {
  return {
    ...{ status: 'done', classes, isRegression: false, classification: {} },
    lease: { bytes: weights },
    plan: { epochs: windows },
    predictions: windows.map((window, i) => ({ ...window, label: labels[i] })),
  } as unknown as Run;
}

const entry = (key: number, name: string, run: Run | null = null) =>
  ({
    ...{ key, run, second: null, isSimulated: false, missingS: 0 },
    file: new File([], name),
    recording: {
      ...{
        name,
        durationS: 61,
        warnings: [],
        info: { mainChannels: [0] },
        annotationsComplete: true,
      },
      annotations: [{ onsetS: 0, durationS: 8, text: 'open' }],
      channels: [{ name: 'Cz', label: 'Cz', sfreq: 160 }],
    },
  }) as unknown as RecordingEntry;

const recordings = () => [
  entry(1, 'S001R01.edf', runOf(['open', 'open', 'open', 'closed'])),
  entry(2, 'S001R02.edf', runOf(['closed', 'open', 'closed', 'open'])),
  entry(3, 'S002R01.edf'),
  entry(4, 'night.edf'),
];

const infoOf = (names: string[]) =>
  ({
    classes: names,
    chNames: ['C3', 'Cz', 'C4'],
    train: null,
    config: { n_times: 320 },
    sfreq: 160,
  }) as unknown as ModelInfo;
const compatibility = (verdict: Compatibility['verdict']): Compatibility => ({
  verdict,
  items: [],
});

export const modelsState = (make: MakeState): State => {
  const state = make({
    recordings: recordings(),
    recordingKey: 1,
    compatibility: compatibility('ok'),
  });
  const verdicts = ['ok', 'missing'] as const;
  const suits = state.models.map(({ key, bytes }, i) => [
    key,
    {
      bytes,
      recordingKey: 1,
      info: infoOf(classes),
      compatibility: compatibility(verdicts[i] ?? 'adapted'),
    },
  ]);
  return { ...state, suits: Object.fromEntries(suits) as State['suits'] };
};

export const popovers = (make: MakeState, actions: () => Actions) => ({
  models: () => modelPopover(modelsState(make), actions()),
  'models-none-found': () =>
    modelPopover({ ...modelsState(make), modelPicker: { text: 'xyz', key: null } }, actions()),
  recordings: () =>
    recordingsPopover(make({ recordings: recordings(), recordingKey: 2 }), actions()),
  'recordings-none': () => recordingsPopover(make({}), actions()),
});

/** Five participants in two sessions, one of whose recordings is not here. */
export function dataSetState(make: MakeState): State {
  const recordings = [1, 2, 3, 4, 5].flatMap((n) =>
    ['1', '2'].map((session) => {
      const name = `sub-0${n}_ses-${session}_task-${n % 2 ? 'motor' : 'rest'}_eeg.edf`;
      const labels =
        n % 2 ? [['left', 24 + n] as const, ['right', 23] as const] : [['open', 4] as const];
      return {
        ...{ key: `sub-0${n}/${name}`, file: new File([], name), companions: [] },
        ...{ participant: `0${n}`, session, task: n % 2 ? 'motor' : 'rest', run: '' },
        ...{ isMissing: n === 4 && session === '2', labels: new Map(labels) },
      };
    }),
  );
  const participants = new Map([
    ['01', 'age 34, sex F'],
    ['02', 'age 27, sex M'],
  ]);
  const set = { name: 'Imagined movement', recordings, participants };
  const ticked = new Set(recordings.slice(0, 3).map(({ key }) => key));
  return make({ dataSet: { set, ticked, text: '', session: '', task: '', label: '' } });
}

export const dataSets = (make: MakeState, actions: () => Actions) => {
  const state = dataSetState(make);
  const nothingFound = { ...state.dataSet!, text: 'xyz' };
  return {
    'data-set': () => dataSetSheet(state, actions()),
    'data-set-none-found': () => dataSetSheet({ ...state, dataSet: nothingFound }, actions()),
  };
};

// Inside

export function insideDrawing(): TemplateResult {
  const waves = Array.from({ length: 40 }, (_, i) => Math.sin(i / 2));
  const found = inspectionOf(waves, 20, 0.88);
  const inspected = {
    ...{ model: { config: { n_chans: 1 }, classes }, title: 'eyes', onsetS: 4, durationS: 2 },
    ...{ x: Float32Array.from({ length: 40 }, (_, i) => 20 * Math.sin(i / 2)), inspection: found },
  } as unknown as Inspected;
  const figures = figuresOf(inspected, found);
  const state = { ...initialInside(), inspected };
  const ignore = () => undefined;
  const hands = {
    now: () => state,
    open: ignore,
    hover: ignore,
    row: ignore,
    head: ignore,
    force: ignore,
  };
  const layout = layoutOf(figures, 900, 260);
  return html`<div
    class="table"
    tabindex="0"
    role="group"
    aria-label=${strings.sections.inside.title}
  >
    ${drawingView({ figures, layout, inspected, state, before: null, other: null, hands })}
  </div>`;
}

// Sleep and Live

const ofStage = (W: number, N1: number, N2: number, N3: number, R: number) => ({
  W,
  N1,
  N2,
  N3,
  R,
});
const statistics: SleepStatistics = {
  ...{ timeInBedMin: 480, totalSleepMin: 420, sleepPeriodMin: 450, sleepEfficiency: 87.5 },
  ...{ sleepMaintenance: 93.3, sleepLatencyMin: 12, remLatencyMin: 95, wakeAfterOnsetMin: 30 },
  ...{ wakeInPeriodMin: 30, unscoredMin: 0, nEpochs: 960, nAwakenings: 8, nStageShifts: 70 },
  stageMin: ofStage(60, 20, 220, 90, 90),
  stagePercent: ofStage(12.5, 4.8, 52.4, 21.4, 21.4),
  transitions: [0, 1, 2, 3, 4].map((row) =>
    [0, 1, 2, 3, 4].map((col) => (row === col ? 0 : row + col)),
  ),
};

/** Its buttons do nothing. */
const idle = <Panel>(known: object = {}) => ({ obstacle: '', ...known }) as unknown as Panel;

export function night(isScored: boolean): TemplateResult {
  const stages = Array.from(
    { length: 40 },
    (_, i) => (['W', 'N1', 'N2', 'N3', 'R'] as const)[i % 5]!,
  );
  const hypnogram = { epochS: 30, startS: 0, stages };
  const scored = { scoring: { name: () => 'night.csv', hypnogram, warnings: [] }, statistics };
  const shown = { ...initialNight(0), ...(isScored ? scored : {}) };
  const host = document.createElement('div');
  return sleepView(host, idle<SleepPanel>(), entry(1, 'night.edf'), shown);
}

export function live(make: MakeState, isRunning: boolean): TemplateResult {
  const decisions = [0, 1, 2].map((onsetS) => ({
    ...{ onsetS, durationS: 2, label: 'closed', latencyMs: 14 + onsetS },
    probabilities: Float32Array.of(0.1, 0.9),
  })) as unknown as Decision[];
  const run = {
    ...{ phase: 'running', from: 'headset', sourceName: 'headset', startS: 0, modelTitle: 'eyes' },
    ...{
      classes,
      isRegression: false,
      trace: null,
      decisions,
      all: decisions,
      nSkipped: 0,
      annotation: '',
      cursorS: null,
    },
    ...{ cursorText: '', problem: null },
    info: { nTimes: 320, sfreq: 160, stepS: 1, lookAheadS: 0 },
    counts: { nDecisions: 3, nDropped: 0, latency: { medianMs: 15, p99Ms: 16 } },
    headset: { nPackets: 400, nLostPackets: 2, battery: 80 },
  } as unknown as LiveRun;
  const state = { ...initialLive(), from: 'headset' as const, run: isRunning ? run : null };
  return liveView(make({}), state, idle<LivePanel>(), idle<Actions>());
}

// Lessons and elements

export function writing(make: MakeState, text: string, change: object = {}): TemplateResult {
  const state = { ...initialWriting(text), step: 0, isReady: true, ...change };
  return html`<div class="writing">
    <div class="section-body">${writingView(state, idle<WritingPanel>({ page: make({}) }))}</div>
  </div>`;
}

export function lessonElement(): Element {
  if (!customElements.get('eeg-lesson')) customElements.define('eeg-lesson', EegLesson);
  const lesson = document.createElement('eeg-lesson');
  lesson.text = `# T\n\n${strings.writing.newStep}\n\n${strings.writing.newQuestion}\n`;
  return lesson;
}

/** Before a recording is given to it. */
export const drillElement = (): Element => makeDrill();
