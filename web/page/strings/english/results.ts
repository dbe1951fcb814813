import { counted, length, number, percent, percents } from './numbers.js';

const overlapping = 'Windows overlap, so the true interval is wider.';

export const results = {
  overlapping,
  label: 'Results',
  tab: 'Result',
  figure: (accuracy: number) => percent(accuracy),
  wrongOnly: 'Wrong only',
  wrong: (n: number) => (n ? `Wrong in ${counted(n, 'window')}.` : 'No window is wrong.'),
  save: 'Save results',
  format: 'File format',
  formats: {
    csv: 'CSV table',
    json: 'JSON',
    tsv: 'BIDS events.tsv',
    edf: 'EDF+ annotations',
  },
  print: 'Print',
  report: 'Report',
  reportTitle: 'Versions, digests, recipe, compatibility, results and limits on one page',
  /** In the methods report. */
  annotationsChanged:
    'Annotations of this recording were changed by hand, on which the true classes and the agreement below depend. The digest is that of the unchanged file: to repeat the comparison, the changed annotations are needed, too.',
  /** The results are of another model than the chosen one. */
  otherModel: {
    note: (ran: string, chosen: string) =>
      `These are the results of “${ran}”. The chosen model is “${chosen}”.`,
    classify: (chosen: string) => `Classify with “${chosen}”`,
  },
  nothingYet: 'Nothing is classified yet.',
  refusedNext:
    'Choose a model that fits, open another recording, or train a model of your own on recordings like this one.',
  chooseModel: 'Choose a model',
  trainOwn: 'Train a model',
  openSleep: 'Show the stages in Sleep',
  head: {
    epoch: 'Window',
    onset: 'Onset',
    fileSays: 'Annotation',
    modelSays: 'Prediction',
    /** Probability of the prediction. */
    probability: 'P',
  },
  isWrong: 'The annotation states another class than the prediction.',
  notValid: 'Not a valid result.',
  overridden:
    'Recording and model are not compatible. They were classified on request, and every saved file is marked invalid.',
  soFar: (nDone: number, total: number) => `${number(nDone)} of ${counted(total, 'window')} so far`,
  planning: 'Planning windows',
  stopped: (nDone: number, total: number) =>
    `Stopped after ${number(nDone)} of ${counted(total, 'window')}. Classify again to finish and save.`,
  failed: 'Classification failed; see the message above.',
  noEpoch:
    'The recording contains no complete window to classify. Use a longer recording, or another model.',
  done: (total: number, durationS: number, model: string) =>
    `${counted(total, 'window')} in ${length(durationS)}, by “${model}”.`,
  /** No annotation names a class of the model. */
  notCompared: (annotated: string[], classes: readonly string[]) =>
    `Not compared with the annotations: ${annotated.join(', ')} ${annotated.length === 1 ? 'is' : 'are'} not among the classes of this model (${classes.join(', ')}).`,
  /** Of annotations without a duration. */
  points: (annotated: string[]) =>
    `${annotated.join(', ')} ${annotated.length === 1 ? 'marks a point' : 'mark points'} in time, in which no window lies: to compare, give ${annotated.length === 1 ? 'it' : 'them'} a duration in Annotations.`,
  right: (nRight: number, n: number, interval: [number, number]) =>
    `Right in ${number(nRight)} of ${counted(n, 'window')} (95 % interval ${percents(interval).join(' to ')}).`,
  rightOf: (nUnknown: number, isOverlapping: boolean, isComplete: boolean) =>
    [
      'Compared with the annotations.',
      nUnknown
        ? `${counted(nUnknown, 'window')} without one clear class ${nUnknown === 1 ? 'is' : 'are'} not counted${isComplete ? '' : ' (annotations read so far)'}.`
        : '',
      isOverlapping ? overlapping : '',
    ]
      .filter(Boolean)
      .join(' '),
  /** Shown with the accuracy. */
  truthChanged: (n: number) =>
    `Annotations were changed by hand: the true class of ${counted(n, 'window')} is not that of the file.`,
  /** In place of a comparison with the most common class. */
  trainedOnIt:
    'No evidence that the model can do this on new recordings: it was trained on this one.',
  oneClass:
    'All annotated windows have the same class: a comparison with the most common class needs recordings of the other classes, too.',
  share: (n: number, share: number) => `${counted(n, 'window')}, ${percent(share)}`,
  /** Why windows were left out, by the core's names. */
  leftOutReasons: {
    'start of data': 'start of data',
    'end of data': 'end of data',
    gap: 'gap',
    'padded tail': 'padded end of the file',
    'not in labels': 'annotated with another label',
  } as Record<string, string>,
  leftOut: (some: { reason: string; count: number }[]) =>
    `Skipped: ${some.map(({ reason, count }) => `${count} (${reason})`).join(', ')}`,
  epochs: 'Windows. Up and down go from row to row.',
  /** Below the shares. */
  whatIsAnEpoch:
    'A window is a segment that the model classifies as a whole. Select one below to see it in the traces; Explain and Inside show why it was classified so.',
  /** Another model on the same recording. */
  second: {
    choose: 'Second model',
    none: 'none',
    says: 'Second prediction',
    isOther: 'The second model predicts another class than the first.',
    running: (nDone: number, total: number | undefined) =>
      `Classifying: ${number(nDone)} of ${total === undefined ? '…' : counted(total, 'window')}.`,
    nothing: 'The two models have no window in common.',
    agree: (nSame: number, n: number) =>
      `Both models agree in ${number(nSame)} of ${counted(n, 'window')}: ${percent(nSame / n)}.`,
    right: (n: number, nFirst: number, nSecond: number) =>
      `In ${counted(n, 'window')} they differ and the class is annotated: the first is right in ${number(nFirst)}, the second in ${number(nSecond)}.`,
    accuracy: (nRight: number, n: number, interval: [number, number]) =>
      `The second is right in ${number(nRight)} of ${counted(n, 'window')}, ${percent(nRight / n)} (95 % interval ${percents(interval).join(' to ')}).`,
    files:
      'Saved as CSV or JSON, results contain those of the second model; events and annotations are those of the first. The report states how often the second was right.',
    /** In the methods report. */
    report: (title: string, agreement: string, accuracy: string) =>
      [`Compared in the page with the model “${title}”, the second model.`, agreement, accuracy]
        .filter(Boolean)
        .join(' '),
    differsOnly: 'Differs only',
    differs: (n: number) =>
      n ? `They differ in ${counted(n, 'window')}.` : 'They differ in no window.',
    done: (title: string) => `“${title}” has classified the same recording.`,
  },
  correct: (n: number) => `True class of window ${n}`,
  correctChosen: 'True class of the selected window',
  noClearClass: 'no clear class',
  noneChosen: 'no window selected',
  showEpoch: (n: number) => `Show window ${n} in the traces`,
  /** Calibration to a person without labels: the threshold between the classes is moved. */
  calibration: {
    atNext: 'The calibration takes effect with the next classification: press Classify.',
    title: 'Calibrate to this person',
    none: 'No',
    rules: {
      median: 'Median threshold',
      recentre: 'Recentring',
    },
    condition:
      'Uses all windows of this recording, without labels. This is correct only if the recording contains all states in about equal shares. Every output will state it.',
    oneClass: (name: string) =>
      `All annotated windows of this recording are “${name}”: calibration would remove what distinguishes this class from others.`,
    again: 'Classify again to apply it.',
    stamps: {
      median: 'Calibrated to this person without labels, by the median.',
      recentre: 'Calibrated to this person without labels, by recentring.',
    } as Record<string, string>,
  },
};
