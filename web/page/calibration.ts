// Calibration without labels: which rules a model allows, which one is selected, and why one may be refused.
import type { Calibration, Model } from '../api/index.js';
import type { Truth } from './annotated_classes.js';
import type { State } from './state.js';

/** Of a recording that is there as a whole. */
export type FileCalibration = Exclude<Calibration, 'online'>;

/** Under this name the address holds the choice. */
export const calibrationKey = 'calibrate';

/** It was trained on recentred trials. */
export const canRecentre = ({ config }: Model): boolean =>
  config['architecture'] === 'tangent_space' && config['recentre'] === true;

/** What the model can be calibrated by; nothing where no rule fits it. */
export function calibrationsOf(model: Model): FileCalibration[] {
  const { config, classes } = model;
  const isRegression = config['task'] === 'regress';
  return [
    ...(classes.length === 2 && !isRegression ? (['median'] as const) : []),
    ...(canRecentre(model) ? (['recentre'] as const) : []),
  ];
}

/** What was chosen, unless the model cannot be calibrated so. */
export function chosenCalibration(state: State, model: Model | null): FileCalibration | null {
  const rules = model ? calibrationsOf(model) : [];
  return rules.find((rule) => rule === state.urlSettings[calibrationKey]) ?? null;
}

/** The one class that all windows are of, according to the file; null if it tells several, or too little. */
export function onlyClass(truth: Truth | null): string | null {
  const known = (truth ?? []).filter((one) => one !== null);
  return known.length > 1 && new Set(known).size === 1 ? known[0]! : null;
}
