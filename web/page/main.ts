// Entry of the page: creates engine, store, actions and views.
import { html, render } from 'lit/html.js';
import { createEngine, type Engine } from '../api/index.js';
import { Actions } from './actions.js';
import { AddressSync } from './address_sync.js';
import { fetchBundled, firstModels } from './bundled_models.js';
import { Canvases } from './canvases.js';
import { paletteKey } from './commands.js';
import { Drawing } from './draw_schedule.js';
import { acceptDrops } from './files.js';
import { followLinks } from './links.js';
import { keepFocus } from './kept_focus.js';
import { engineFiles, enginesBegin, workersFromMemory } from './page_files.js';
import { Panels } from './panels.js';
import { watchRequests } from './privacy.js';
import { shell } from './shell.js';
import { isScoringFile } from './sleep/night.js';
import { LanguageSwitch } from './language_switch.js';
import { RunningStart } from './start/animation.js';
import { initialState, type State } from './state.js';
import { Store } from './store.js';
import type { Task } from './tasks.js';
import { darkScheme, forcedColors, resolvedTheme } from './theme.js';
import { undoKey } from './undo.js';
import { closesAlerts } from './views/alerts.js';
import { appView } from './views/app.js';
import { strings } from './strings/index.js';
import { prepareLanguages } from './strings/languages.js';

const root = document.querySelector<HTMLElement>('#app')!;
const store = new Store<State>(initialState());
const addRefused = watchRequests(
  () => store.state.ledger.since,
  (change) => store.update(({ ledger }) => ({ ledger: { ...ledger, ...change } })),
);
const engine = createEngine({
  assets: engineFiles,
  recordings: true,
  worker: workersFromMemory(addRefused),
});
const actions = new Actions(store, engine, prepare);
const addressSync = new AddressSync(store, actions);
const canvases = new Canvases(store, actions);
const panels = new Panels(store, actions, engine);

const running = new RunningStart();
const playAgain = () => running.play();
let isOnPaper = false;

function draw(state: State): void {
  const theme = isOnPaper ? 'light' : resolvedTheme(state.theme);
  document.documentElement.dataset['theme'] = theme;
  render(html`${appView(state, actions, playAgain)}`, root);
  canvases.draw(state);
  focusFirstStage(state);
  running.sync(!state.isBusy);
  panels.sync(state);
  addressSync.sync(state);
}

let hadRecording = false;
/** The start is gone, and with it what had the focus: the traces take keys. */
function focusFirstStage({ recordings }: State): void {
  const isFirst = recordings.length > 0 && !hadRecording;
  hadRecording = recordings.length > 0;
  if (!isFirst || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.scope')?.focus({ preventScroll: true });
}

const drawing = new Drawing((state) => canvases.draw(state), draw);
let hasDrawn = false;
function drawAll(state: State): void {
  void languageSwitch.follow();
  drawing.draw(state);
  if (!hasDrawn) void shell.call('drawn');
  hasDrawn = true;
}
const languageSwitch = new LanguageSwitch(store, actions);
const spoken = languageSwitch.follow(); // the first drawing is in the language that was chosen
followLinks(document, actions, (fragment) => shell.follow(fragment));

// Paper is white, and the canvases must fit it before the browser takes its picture.
addEventListener('beforeunload', (event) => {
  if (actions.annotations.isUnsaved) event.preventDefault();
});
addEventListener('beforeprint', () => {
  isOnPaper = true;
  draw(store.state);
});
addEventListener('afterprint', () => {
  isOnPaper = false;
  store.invalidate();
});

new ResizeObserver(() => store.invalidate()).observe(root);
for (const query of [darkScheme, forcedColors])
  query.addEventListener('change', () => store.invalidate());
keepFocus();
acceptDrops(document.documentElement, {
  onFiles: (given) => {
    const isNight = store.state.workspace === 'sleep' && store.state.recordings.length > 0;
    const scorings = isNight ? given.filter(isScoringFile) : [];
    if (scorings.length) actions.night.open(scorings);
    const files = given.filter((file) => !scorings.includes(file));
    if (scorings.length && !files.length) return;
    void actions.openRecordings(files);
  },
  onDropping: (isDropping) => actions.set({ isDropping }),
});
document.addEventListener('keydown', (event) => {
  if (paletteKey(event)) {
    event.preventDefault(); // some browsers would take it for their own search
    document.getElementById('palette')?.togglePopover();
    return;
  }
  if (closesAlerts(event, store.state)) actions.dismissAlerts();
  const key = undoKey(event);
  if (!key) return;
  event.preventDefault();
  actions.undo[key]();
});
const started = Promise.all([spoken, enginesBegin()]).then(() => {
  document.documentElement.lang = strings.language;
  store.onDraw(drawAll);
  const starting = start(engine);
  drawAll(store.state); // now: a frame of the browser would come later, and a tab in the background has none
  return starting;
});

async function prepare(): Promise<void> {
  await started;
  prepareOneFile();
  await Promise.all([
    actions.prepareTraining(),
    actions.models.prepareUngatedVersions(),
    prepareLanguages(),
  ]);
  await shell.call('opening');
}

/** The parts of the page as one file: with a recording open they could not be fetched any more. */
function prepareOneFile(): void {
  void shell.call('prepareOneFile').catch(() => undefined);
}

async function start(starting: Promise<Engine>): Promise<void> {
  starting.catch(() => undefined); // told below, once the models are there
  await actions.tasks.busy('start', strings.status.starting, (task) => bringUp(starting, task));
  await afterPaint(); // nobody looks into the panels before
  await panels.make();
  void panels.begin().then(() => whenIdle(() => void fetchTheRest()));
}

/** Resolves when what changed is on the screen, or after a while where nothing is painted. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

async function bringUp(starting: Promise<Engine>, task: Task): Promise<void> {
  const files = await Promise.allSettled(firstModels.map((model) => fetchBundled(model)));
  for (const [i, file] of files.entries()) {
    const model = firstModels[i]!;
    if (file.status === 'fulfilled') actions.models.addBundled(model, file.value);
    else task.report(file.reason, model.title);
  }
  try {
    const { info } = await starting;
    const first = store.state.models[0];
    if (first) await actions.models.select(first.key);
    store.update({ engine: info });
    actions.tasks.say(strings.status.ready);
    void shell.call('ready');
  } catch (thrown) {
    task.report(thrown, strings.status.notStarted);
    actions.tasks.say(strings.status.notStarted);
  }
}

async function fetchTheRest(): Promise<void> {
  prepareOneFile();
  await prepareLanguages();
  await actions.models.prepareUngatedVersions();
  await actions.prepareTraining();
}

/** What the first look needs comes first. */
function whenIdle(action: () => void): void {
  const atLatestMs = 2500; // some browsers have no idle moment for a frame that draws nothing
  if ('requestIdleCallback' in globalThis) requestIdleCallback(action, { timeout: atLatestMs });
  else setTimeout(action, atLatestMs);
}
