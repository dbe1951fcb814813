/** The small menu of every figure. */
export const figures = {
  /** The name of a menu's button. */
  save: (title: string) => `Save figure: ${title}`,
  open: 'Save figure',
  formats: { svg: 'SVG', png: 'PNG' },
  tooLarge: 'The figure is too large for a picture of pixels.',
  titles: {
    signals: 'Signals',
    confusion: 'Confusion matrix',
    head: 'Head map',
    spectrum: 'Spectrum',
    relevance: 'Relevance',
    bands: 'Frequency bands',
    curves: 'Training curves',
    verdict: 'Result of training',
    inside: 'Inside the model',
    start: 'The moment when the eyes close',
    live: 'Running signal and decisions',
    trials: 'Trials of the playground',
    found: 'What the network of the playground finds',
    deletion: 'Deletion curve',
  },
};
