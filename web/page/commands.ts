// Every action of the page by its name and key, for the palette (Ctrl+K): the available ones, best match first.
import type { Actions } from './actions.js';
import { obstacle } from './classify_obstacle.js';
import { signalCommands } from './signals/commands.js';
import { stageKeys } from './sleep/night.js';
import { currentRecording, type State } from './state.js';
import { strings } from './strings/index.js';
import { languageKey, languageNames, languageOf, languageSetting } from './strings/languages.js';
import { trainingCommands } from './training/commands.js';
import { inspectorTabs, learnSections, sheets, workspaces } from './workspaces.js';

export interface Command {
  /** Unique among the commands of a moment. */
  id: string;
  name: string;
  /** As they are written on keyboards; empty if there are none. */
  keys: string;
  run(): void;
}

export type Draft = Omit<Command, 'keys'> & { keys?: string; if?: boolean };

const texts = strings.commands;

/** What can be carried out now. */
export function commandsOf(state: State, actions: Actions): Command[] {
  const drafts = [
    ...navigationCommands(state, actions),
    ...recordings(state, actions),
    ...models(state, actions),
    ...results(state, actions),
    ...trainingCommands(actions.training),
    ...Object.values(actions.sectionCommands).flatMap((commands) => commands()),
    ...signalCommands(state, actions),
    ...stageCommands(state, actions),
    ...(state.workspace === 'sleep' ? actions.night.commands() : []),
    ...others(state, actions),
  ];
  return drafts
    .filter((draft) => draft.if !== false)
    .map(({ id, name, keys = '', run }) => ({ id, name, keys, run }));
}

/** Those whose names hold every word that was typed: names that begin with all of it first, then with the first word. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = wanted.join(' ');
  const found = commands.filter(({ name }) => {
    const text = name.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ name }: Command) =>
    [phrase, wanted[0] ?? '', ''].findIndex((start) => name.toLowerCase().startsWith(start));
  return found.sort((a, b) => begins(a) - begins(b));
}

export function paletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

const open = (id: string) => document.getElementById(id)?.showPopover();

function navigationCommands(state: State, { navigation }: Actions): Draft[] {
  const hasRecording = state.recordings.length > 0;
  const isThere: Partial<Record<string, boolean>> = {
    recording: hasRecording,
    'data-set': state.dataSet !== null,
  };
  return [
    ...workspaces.map((one) => ({
      id: `go-${one}`,
      name: texts.goTo(strings.shell.nav[one]),
      run: () => navigation.goToWorkspace(one),
    })),
    ...inspectorTabs.map((tab) => ({
      id: `tab-${tab}`,
      name: texts.show(texts.tabs[tab]),
      if: hasRecording,
      run: () => {
        navigation.enter('signals');
        navigation.chooseTab(tab);
        navigation.show(`tab-${tab}`);
      },
    })),
    {
      id: 'inside',
      name: texts.show(strings.sections.inside.title),
      if: hasRecording,
      run: () => navigation.goTo('inside'),
    },
    ...(['lessons', ...learnSections] as const).map((id) => ({
      id,
      name: id === 'writing' ? strings.sections[id].title : texts.show(strings.sections[id].title),
      run: () => navigation.goTo(id),
    })),
    ...sheets.map((sheet) => ({
      id: `sheet-${sheet}`,
      name: texts.show(texts.sheets[sheet]),
      if: isThere[sheet] ?? true,
      run: () => navigation.show(sheet),
    })),
  ];
}

function recordings(state: State, actions: Actions): Draft[] {
  const { recordings, recordingKey, isBusy } = state;
  const entry = currentRecording(state);
  return [
    { id: 'sample', name: strings.start.sample, if: !isBusy, run: () => void actions.trySample() },
    {
      id: 'night',
      name: strings.start.waiting.sleep.sample,
      if: !isBusy,
      run: () => {
        actions.navigation.enter('sleep');
        void actions.trySample(true);
      },
    },
    { id: 'open', name: texts.openRecordings, run: () => open('recordings') },
    ...recordings
      .filter(({ key }) => key !== recordingKey)
      .map(({ key, recording }) => ({
        id: `recording-${key}`,
        name: texts.show(recording.name),
        run: () => void actions.selectRecording(key),
      })),
    ...recordings.map(({ key, recording }) => ({
      id: `close-${key}`,
      name: strings.start.close(recording.name),
      run: () => void actions.closeRecording(key),
    })),
    {
      id: 'annotations',
      name: strings.annotations.readOn,
      if: entry !== null && !isBusy && !entry.recording.annotationsComplete,
      run: () => void actions.readAllAnnotations(),
    },
  ];
}

function models(state: State, actions: Actions): Draft[] {
  return [
    { id: 'models', name: texts.chooseModel, run: () => open('fit') },
    ...state.models
      .filter(({ key }) => key !== state.modelKey)
      .map(({ key, title }) => ({
        id: `model-${key}`,
        name: texts.useModel(title),
        run: () => void actions.models.choose(key),
      })),
    {
      id: 'onnx',
      name: strings.modelCard.exportOnnx,
      if: state.modelKey !== null,
      run: () => void actions.exports.onnx(),
    },
  ];
}

function results(state: State, actions: Actions): Draft[] {
  const run = currentRecording(state)?.run;
  const isDone = run?.status === 'done';
  return [
    {
      id: 'classify',
      name: strings.model.classify,
      if: obstacle(state) === '',
      run: () => void actions.classifier.classify(),
    },
    {
      id: 'cancel',
      name: strings.model.cancel,
      if: state.batch !== null || run?.status === 'running',
      run: () => actions.classifier.cancel(),
    },
    {
      id: 'save',
      name: strings.results.save,
      if: isDone,
      run: () => void actions.exports.results(),
    },
    {
      id: 'report',
      name: strings.results.report,
      if: isDone && !state.isBusy,
      run: () => void actions.exports.report(),
    },
    {
      id: 'print',
      name: strings.results.print,
      keys: texts.keys.print,
      if: isDone,
      run: () => globalThis.print(),
    },
  ];
}

/** The name of a key as keyboards of the language have it. */
export const namedKey = (key: string): string => (key === 'Delete' ? texts.keys.remove : key);

/** Stages of the epoch that is chosen in Sleep; their keys are listed in the help as well. */
function stageCommands({ workspace }: State, { night }: Actions): Draft[] {
  const canScore = workspace === 'sleep' && night.epoch() !== null;
  return stageKeys.map(([key, stage]) => ({
    id: `stage-${stage}`,
    name: texts.stage(stage),
    keys: namedKey(key),
    if: canScore,
    run: () => night.score(stage),
  }));
}

function others(state: State, actions: Actions): Draft[] {
  const { undo } = actions;
  return [
    {
      id: 'undo',
      name: strings.shell.undo,
      keys: strings.signals.undoKeys,
      if: undo.canUndo,
      run: () => undo.undo(),
    },
    {
      id: 'redo',
      name: strings.shell.redo,
      keys: strings.signals.redoKeys,
      if: undo.canRedo,
      run: () => undo.redo(),
    },
    ...(['auto', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      name: strings.shell.theme(strings.shell.themes[theme]),
      if: theme !== state.theme,
      run: () => actions.set({ theme }),
    })),
    ...(['en', 'de'] as const).map((tag) => ({
      id: `language-${tag}`,
      name: `${strings.shell.language}: ${languageNames[tag]}`,
      if: tag !== languageOf(state.urlSettings),
      run: () => actions.navigation.setUrlSetting(languageKey, languageSetting(tag)),
    })),
  ];
}
