// Steps of a recipe as text, in their order, and those steps that the traces can show.
import type { Recipe } from '../api/index.js';
import { strings } from './strings/index.js';

type Step = Record<string, unknown>;
type Name = keyof Recipe;

const texts = strings.recipe;
const value = (given: unknown) => strings.numbers.atMost(Number(given), 3);

const steps: [Name, (step: unknown) => string][] = [
  ['pick', (names) => texts.pick((names as string[]).join(', '))],
  ['reference', reference],
  ['notch', (step) => texts.notch(value((step as Step)['hz']))],
  ['bandpass', (step) => bandpass(step as Step)],
  ['resample_hz', (hz) => texts.resampled(value(hz))],
  ['epochs', (step) => epochs(step as Step)],
  ['align', (kind) => texts.aligned(String(kind))],
];

export function describeRecipe(recipe: Recipe | null): string[] {
  const given = steps.filter(([key]) => recipe?.[key] !== undefined && recipe[key] !== null);
  return given.map(([key, describe]) => describe(recipe?.[key]));
}

function reference(step: unknown): string {
  return step === 'average'
    ? texts.averageReference
    : texts.reference((step as string[]).join(', '));
}

function bandpass({ low_hz: low, high_hz: high, order, mode }: Step): string {
  const band = bandText(low ?? null, high ?? null);
  return texts.filter(band, order === undefined ? null : value(order), mode === 'causal');
}

function bandText(low: unknown, high: unknown): string {
  if (low === null) return texts.lowPass(value(high));
  if (high === null) return texts.highPass(value(low));
  return texts.bandPass(value(low), value(high));
}

function epochs(step: Step): string {
  const labels = Object.entries((step['labels'] ?? {}) as Step);
  const events = labels.map(([text, label]) => texts.event(text, String(label))).join(', ');
  if (step['by'] === 'window') {
    const windows = texts.windows(value(step['length_s']), value(step['step_s']));
    return events ? texts.windowsAlong(windows, events) : windows;
  }
  return texts.around(value(step['tmin_s']), value(step['tmax_s']), events);
}

const isGiven = (step: unknown) => step !== null && step !== undefined;

/** What of a recipe can be shown on the running trace. */
export function previewRecipe(recipe: Recipe | null): Recipe | null {
  const steps = ['reference', 'notch', 'bandpass'] as const;
  const kept = steps.filter((step) => isGiven(recipe?.[step]));
  return recipe && kept.length
    ? { version: 1, ...Object.fromEntries(kept.map((step) => [step, recipe[step]])) }
    : null;
}
