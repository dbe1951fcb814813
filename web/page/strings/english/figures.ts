/** The small menu of every figure. */
export const figures = {
  /** The name of a menu's button. */
  save: (title: string) => `Save figure: ${title}`,
  open: 'Save figure',
  formats: { svg: 'SVG', png: 'PNG' },
  tooLarge: 'The figure is too large for a PNG image. Save it as SVG.',
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
    start: 'Eyes closing in the sample',
    live: 'Live signal and decisions',
    trials: 'Playground trials',
    found: 'Playground result',
    deletion: 'Deletion curve',
  },
};
