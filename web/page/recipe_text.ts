// A recipe's steps in words, in the order in which they are done.
import type { Recipe } from '../api/index.js';

type Step = Record<string, unknown>;

const steps: [string, (step: unknown) => string][] = [
  ['pick', (names) => `channels: ${(names as string[]).join(', ')}`],
  ['reference', reference],
  ['notch', (step) => `notch at ${String((step as Step)['hz'])} Hz`],
  ['bandpass', (step) => bandpass(step as Step)],
  ['resample_hz', (hz) => `resampled to ${String(hz)} Hz`],
  ['epochs', (step) => epochs(step as Step)],
  ['align', (kind) => `${String(kind)} alignment per recording`],
];

export function describeRecipe(recipe: Recipe | null): string[] {
  const given = steps.filter(([key]) => recipe?.[key] !== undefined && recipe[key] !== null);
  return given.map(([key, describe]) => describe(recipe?.[key]));
}

function reference(step: unknown): string {
  return step === 'average' ? 'average reference' : `reference: ${(step as string[]).join(', ')}`;
}

function bandpass({ low_hz: low, high_hz: high, order, mode }: Step): string {
  const band = bandText(low ?? null, high ?? null);
  const orderText = order === undefined ? '' : `, order ${String(order)}`;
  return `${band}${orderText}, ${mode === 'causal' ? 'causal' : 'zero phase'}`;
}

function bandText(low: unknown, high: unknown): string {
  if (low === null) return `low-pass ${String(high)} Hz`;
  if (high === null) return `high-pass ${String(low)} Hz`;
  return `band-pass ${String(low)} to ${String(high)} Hz`;
}

function epochs(step: Step): string {
  const labels = Object.entries((step['labels'] ?? {}) as Step);
  const events = labels.map(([text, label]) => `${text} (${String(label)})`).join(', ');
  if (step['by'] === 'window') {
    const windows = `windows of ${String(step['length_s'])} s, every ${String(step['step_s'])} s`;
    return events ? `${windows}, all along ${events}` : windows;
  }
  return `${String(step['tmin_s'])} to ${String(step['tmax_s'])} s around ${events}`;
}
