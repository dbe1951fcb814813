// The running training in the palette: it can be paused and stopped wherever the user is.
import type { Draft } from '../commands.js';
import { strings } from '../strings/index.js';
import type { Phase } from './state.js';

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
