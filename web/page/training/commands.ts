// Training in the palette: it can be begun, paused and stopped wherever the user is.
import type { Draft } from '../commands.js';
import type { Navigation } from '../navigation.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import type { Panel } from './panel.js';
import type { PanelState, Phase } from './state.js';

/** What the rest of the page knows of training. */
export interface TrainingHooks {
  /** Of the run that is going on; null if there is none. */
  phase: () => Phase | null;
  pause: () => void;
  resume: () => void;
  stop: () => void;
}

export function trainingCommands(training: TrainingHooks): Draft[] {
  const texts = strings.commands.training;
  const phase = training.phase();
  return [
    { id: 'training-pause', name: texts.pause, if: phase === 'running', run: training.pause },
    { id: 'training-resume', name: texts.resume, if: phase === 'paused', run: training.resume },
    {
      id: 'training-stop',
      name: texts.stop,
      if: phase !== null && phase !== 'stopping',
      run: training.stop,
    },
  ];
}

/** What begins in Train, as its buttons do; the workspace is shown, where what comes is seen. */
export function trainCommands(
  { engine, recordings, workspace }: State,
  { run, compared }: PanelState,
  panel: Pick<Panel, 'isRunning' | 'obstacle' | 'train' | 'compareMethods' | 'methods' | 'save'>,
  navigation: Pick<Navigation, 'goToWorkspace'>,
): Draft[] {
  const canBegin =
    engine !== null && recordings.length > 0 && !panel.isRunning && panel.obstacle === null;
  const there = (begin: () => Promise<void>) => () => {
    navigation.goToWorkspace('train');
    void begin();
  };
  return [
    {
      id: 'train-begin',
      name: strings.commands.training.begin,
      if: canBegin,
      run: there(() => panel.train()),
    },
    {
      id: 'methods',
      name: strings.methods.compare,
      if: canBegin && !compared?.isRunning,
      run: there(() => panel.compareMethods()),
    },
    {
      id: 'methods-cancel',
      name: strings.methods.cancel,
      if: compared?.isRunning ?? false,
      run: () => panel.methods.cancel(),
    },
    {
      id: 'train-save',
      name: strings.commands.training.save,
      if: workspace === 'train' && !panel.isRunning && Boolean(run?.bytes),
      run: () => panel.save(run!),
    },
  ];
}
