import { fixed, percent } from './numbers.js';

export const playground = {
  engineStarting: 'The engine is starting.',
  intro:
    'Synthetic data with known ground truth: half of the trials contain a rhythm at the electrodes that you choose, the others contain only noise. Does a network find the rhythm, and which electrodes does it use?',
  where: 'Where the rhythm is',
  whereKeys: 'Arrow keys go from electrode to electrode.',
  rhythm: 'Rhythm',
  strength: 'Strength',
  from: 'From',
  to: 'To',
  noise: 'Noise',
  trials: 'Trials',
  passes: 'Epochs',
  units: { hertz: 'Hz', timesNoise: '× noise', seconds: 's', microvolts: 'µV' },
  network: 'Network of the playground',
  run: 'Hide and train',
  stop: 'Stop the playground',
  look: 'Show the trials as signals',
  otherNoise: 'Other noise',
  otherNoiseHint:
    'New trials with other noise, and other first weights: how much does the result vary by chance?',
  earlier: 'With the earlier settings:',
  trialsHeading: 'Two trials',
  kinds: { rhythm: 'with the rhythm', none: 'noise alone' },
  trialsLabel: (hz: number, places: string[], beginS: number, endS: number) =>
    `Two trials of two seconds: one with ${hz} Hz at ${places.join(', ')} from ${beginS} to ${endS} seconds, one of noise alone`,
  outcomeHeading: 'What the network finds',
  notYet:
    'Train once; from then on every change of a setting trains again, and you see what it does to the result.',
  curve: (accuracy: number[]) =>
    accuracy.length === 0
      ? 'Accuracy after each epoch: none yet'
      : `Validation accuracy after ${accuracy.length} ${accuracy.length === 1 ? 'epoch' : 'epochs'}: ${percent(accuracy.at(-1)!)}`,
  chance: 'chance',
  passesAxis: 'validation accuracy over epochs',
  obstacles: {
    noElectrode: 'Choose at least one electrode.',
    tooShort: `The rhythm must last at least ${fixed(0.2, 1)} s.`,
  },
  progress: {
    making: 'Hiding the rhythm',
    training: (epoch: number, nEpochs: number) => `Training: epoch ${epoch} of ${nEpochs}`,
    testing: (nTrials: number) => `Testing on ${nTrials} new trials`,
    explaining: 'Computing relevance',
  },
  failed: (message: string) => `Training failed: ${message}`,
  accuracy: (nTest: number, lowest: number, highest: number, verdict: string) =>
    `of ${nTest} new trials right (95 % interval ${percent(lowest)} to ${percent(highest)}). ${verdict}`,
  found: 'Better than chance: guessing would be right half of the time.',
  notFound: 'No better than chance: it has not found the rhythm.',
  nothingHidden: 'No better than chance, as it should be: nothing is hidden.',
  planted: (hz: number, places: string[], beginS: number, endS: number, strength: number) =>
    `Hidden: ${hz} Hz at ${places.join(', ')}, ${beginS} to ${endS} s, ${strength} times the noise.`,
  line: 'The line marks chance.',
  maps: {
    trained: 'Trained',
    untrained: 'Before training, random weights',
    heading: (title: string) => `${title}:`,
    most: (title: string, names: string[]) => `${title}: most relevant are ${names.join(', ')}`,
    howToReadAlone: 'How to read these maps',
    everywhere:
      'The rhythm is at all electrodes, so that no map can point to it and there are no numbers.',
    untrainedFinds:
      'Random weights point to the rhythm as well: it stands out of the input, and integrated gradients multiply by the input. This map does not show that training found it; the accuracy does. Compare other strengths, and other first weights with “Other noise”.',
    howToRead: '1 points exactly to the rhythm, 0.5 is chance: how to read these maps',
    note: 'A stronger colour means that this electrode moves the output of the model more (integrated gradients, summed over time, mean over new trials). A ring marks where the rhythm was hidden. The number measures how well the map points there: 1 is perfect, 0.5 is chance. A map that looks the same with random weights says nothing about what was learned.',
  },
  status: {
    subject: 'The playground',
    planting: 'Playground: hiding a rhythm',
    training: 'Playground: training',
    stopped: 'Playground: stopped',
    right: (nRight: number, nTest: number) => `Playground: ${nRight} of ${nTest} new trials right`,
  },
};
