// Recipes and architectures as text, and those steps of a recipe that the traces can show.
import type { ModelConfig, Recipe } from '../api/index.js';
import { strings } from './strings/index.js';

type Step = Record<string, unknown>;
type Name = keyof Recipe;
/** The language of the page, or another one. */
type Language = Pick<typeof strings, 'recipe' | 'numbers'>;

/** The steps in their order. */
export function describeRecipe(recipe: Recipe | null, language: Language = strings): string[] {
  const steps: [Name, (step: unknown, language: Language) => string][] = [
    ['pick', (names) => language.recipe.pick((names as string[]).join(', '))],
    ['reference', reference],
    ['notch', (step) => language.recipe.notch(value(language, (step as Step)['hz']))],
    ['bandpass', bandpass],
    ['resample_hz', (hz) => language.recipe.resampled(value(language, hz))],
    ['epochs', epochs],
    ['align', (kind) => language.recipe.aligned(String(kind))],
  ];
  return steps
    .filter(([key]) => isGiven(recipe?.[key]))
    .map(([key, describe]) => describe(recipe?.[key], language));
}

const value = ({ numbers }: Language, given: unknown) => numbers.atMost(Number(given), 3);

function reference(step: unknown, { recipe: texts }: Language): string {
  return step === 'average'
    ? texts.averageReference
    : texts.reference((step as string[]).join(', '));
}

function bandpass(step: unknown, language: Language): string {
  const { low_hz: low, high_hz: high, order, mode } = step as Step;
  const band = bandText(low ?? null, high ?? null, language);
  const orderText = order === undefined ? null : value(language, order);
  return language.recipe.filter(band, orderText, mode === 'causal');
}

function bandText(low: unknown, high: unknown, language: Language): string {
  const { recipe: texts } = language;
  if (low === null) return texts.lowPass(value(language, high));
  if (high === null) return texts.highPass(value(language, low));
  return texts.bandPass(value(language, low), value(language, high));
}

function epochs(given: unknown, language: Language): string {
  const { recipe: texts } = language;
  const step = given as Step;
  const labels = Object.entries((step['labels'] ?? {}) as Step);
  const events = labels.map(([text, label]) => texts.event(text, String(label))).join(', ');
  if (step['by'] === 'window') {
    const windows = texts.windows(
      value(language, step['length_s']),
      value(language, step['step_s']),
    );
    return events ? texts.windowsAlong(windows, events) : windows;
  }
  return texts.around(value(language, step['tmin_s']), value(language, step['tmax_s']), events);
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

export function describeArchitecture(config: ModelConfig, texts = strings.modelCard): string {
  const { architecture, block, gate, n_blocks: nBlocks, n_heads: nHeads } = config;
  if (architecture !== 'transformer') return String(architecture);
  return texts.transformer(
    String(block).replace('_', '-'),
    block === 'gated' ? String(gate) : null,
    Number(nBlocks),
    Number(nHeads),
  );
}
