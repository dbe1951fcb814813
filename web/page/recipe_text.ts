// A recipe's steps in words, in the order in which they are done, and those of them that traces can show.
import type { Recipe } from '../api/index.js';
import { strings } from './strings/index.js';

type Step = Record<string, unknown>;
type Name = keyof Recipe;

const said = strings.recipe;

const steps: [Name, (step: unknown) => string][] = [
  ['pick', (names) => said.pick((names as string[]).join(', '))],
  ['reference', reference],
  ['notch', (step) => said.notch(String((step as Step)['hz']))],
  ['bandpass', (step) => bandpass(step as Step)],
  ['resample_hz', (hz) => said.resampled(String(hz))],
  ['epochs', (step) => epochs(step as Step)],
  ['align', (kind) => said.aligned(String(kind))],
];

export function describeRecipe(recipe: Recipe | null): string[] {
  const given = steps.filter(([key]) => recipe?.[key] !== undefined && recipe[key] !== null);
  return given.map(([key, describe]) => describe(recipe?.[key]));
}

function reference(step: unknown): string {
  return step === 'average' ? said.averageReference : said.reference((step as string[]).join(', '));
}

function bandpass({ low_hz: low, high_hz: high, order, mode }: Step): string {
  const band = bandText(low ?? null, high ?? null);
  return said.filter(band, order === undefined ? null : String(order), mode === 'causal');
}

function bandText(low: unknown, high: unknown): string {
  if (low === null) return said.lowPass(String(high));
  if (high === null) return said.highPass(String(low));
  return said.bandPass(String(low), String(high));
}

function epochs(step: Step): string {
  const labels = Object.entries((step['labels'] ?? {}) as Step);
  const events = labels.map(([text, label]) => said.event(text, String(label))).join(', ');
  if (step['by'] === 'window') {
    const windows = said.windows(String(step['length_s']), String(step['step_s']));
    return events ? said.windowsAlong(windows, events) : windows;
  }
  return said.around(String(step['tmin_s']), String(step['tmax_s']), events);
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
