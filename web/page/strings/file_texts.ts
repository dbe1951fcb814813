// Sentences that are written into files. They are in English in every language of the page, as those of the core are: a file
// is read elsewhere, too. The page shows them in its language (card_texts.ts of a language).
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

export const fileTexts = {
  personsHow: (nPeople: number, [low, high]: readonly [number, number]) =>
    `Cross-validated: each of ${nPeople} people was left out in turn and predicted by a model trained on the others; ` +
    `mean over people, 95 % interval ${percent(low)} to ${percent(high)}.`,
  personsLimits: (nPeople: number) =>
    `Trained on ${nPeople} people. The accuracy is that of the models of the cross-validation; this one was trained on all of them. ` +
    'For research and teaching; not a medical device.',
};
