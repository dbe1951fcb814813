const underSettings = 'Change it under “Data” or “Advanced”.';

/** Why training cannot begin, or failed: a message without full stop, and the next step. */
export const trainErrors = {
  noRecording: {
    message: 'No training recording is selected',
    hint: 'Tick at least one recording under “Data”.',
  },
  channels: {
    message: 'The chosen recordings have no EEG channel in common',
    hint: 'Train on recordings of one montage, or untick those that differ.',
  },
  tooFew: {
    message: (name: string, n: number, fewest: number) =>
      `There are too few windows of “${name}”: ${n}, at least ${fewest} are needed`,
    outside: (n: number) =>
      `; ${n} more would cross a gap, the border of an epoch, or an end of the recording`,
    outsideHint: 'Choose other limits of the windows, or shorter windows, under “Data”.',
    annotationsHint: 'Open more recordings with this annotation, or untick it.',
    recordingsHint: 'Open a longer recording, or choose shorter windows.',
  },
  regression: {
    message: 'The opened model predicts numbers, not classes, so labelled windows cannot train it',
    hint: 'Choose another network, or train this model with the command line (eegate train).',
  },
  quantized: {
    message: 'The opened model has weights in 8 bits, which cannot be trained further',
    hint: 'Open the model that it was made from, or choose another network.',
  },
  foreignClass: {
    message: (name: string, classes: readonly string[]) =>
      `“${name}” is not a class of the opened model; its classes are ${classes.join(' / ')}`,
    hint: 'Give your classes the names of the model, or choose another network.',
  },
  persons: {
    message: (why: string) => `Leaving out each person in turn is not possible: ${why}`,
    why: {
      few: 'it needs recordings of three or more people',
      classes: 'without one of them a class has too few windows',
      align: 'the alignment of people needs all windows of a person at once',
    },
    hint: 'Choose another option under “Validate on”, or open recordings of more people.',
  },
  oneClass: {
    one: (name: string) => `There is only one class, “${name}”: training needs at least two`,
    none: 'There are no classes: training needs at least two',
    annotationsHint: 'Tick a second annotation, or use whole recordings as classes.',
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
    message: 'Training diverged at once, so there are no usable weights',
    hint: 'Train again with a much smaller learning rate.',
  },
  elsewhere: {
    message: 'Another tab has taken this training run over, or ended it',
    hint: 'Look for it in your other tabs.',
  },
};
