const underSettings = 'Change it under “Data” or “Advanced”.';

/** Why training cannot begin, or failed: a message that goes on with a full stop, and what to do. */
export const trainErrors = {
  noRecording: {
    message: 'No recording is chosen to learn from',
    hint: 'Tick at least one recording under “Data”.',
  },
  channels: {
    message: 'The chosen recordings have no EEG channel in common',
    hint: 'Train on recordings of one montage, or untick those that differ.',
  },
  tooFew: {
    message: (name: string, n: number, fewest: number) =>
      `There are too few windows of “${name}”: ${n}, at least ${fewest} are needed`,
    annotationsHint: 'Open more recordings with this annotation, or untick it.',
    recordingsHint: 'Open a longer recording, or choose shorter windows.',
  },
  regression: {
    message: 'The opened model predicts numbers, not classes: windows with labels cannot teach it',
    hint: 'Choose another network; the command line (eegate train) goes on with such a model.',
  },
  foreignClass: {
    message: (name: string, classes: string[]) =>
      `“${name}” is no class of the opened model, whose classes are ${classes.join(' / ')}`,
    hint: 'Give your classes the names of the model, or choose another network.',
  },
  persons: {
    message: (why: string) => `Each person cannot be left out in turn: ${why}`,
    why: {
      few: 'that needs recordings of three persons or more',
      classes: 'without one of them a class has too few windows',
      align: 'the alignment of people needs all windows of a person at once',
    },
    hint: 'Choose another way under “Judge on”, or open recordings of more people.',
  },
  oneClass: {
    one: (name: string) => `There is one class only, “${name}”: training needs at least two`,
    none: 'There is no class to learn: training needs at least two',
    annotationsHint: 'Tick a second annotation text, or let whole recordings be the classes.',
    recordingsHint:
      'Open a recording of another state as well (for example eyes open and eyes closed), or give the recordings different class names.',
  },
  option: {
    hint: underSettings,
    range: (name: string, low: number, high: number) => `${name} must be from ${low} to ${high}`,
    step: 'Step of the windows',
    length: 'Length of the windows',
    band: 'Band',
    bandMessage: (highestHz: number) => `The band must rise from above 0 to below ${highestHz} Hz`,
    window: 'Window',
    windowMessage: 'The window must end after it begins',
  },
  diverged: {
    message: 'Training diverged at once, and what is left of the weights is of no use',
    hint: 'Train again with a much smaller learning rate.',
  },
  elsewhere: {
    message: 'Another tab has taken this training run over, or ended it',
    hint: 'Look for it in your other tabs.',
  },
};
