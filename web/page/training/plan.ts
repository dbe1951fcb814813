// Converts choices to a training request: recipes, options, expected counts, and reasons why it cannot start.
import type { ConfigSettings, Recipe } from '../../api/index.js';
import type { TrainingAugmentation, TrainingOptions } from '../../api/training_types.js';
import type { EegateError } from '../../worker/error.js';
import { dayOf } from '../locale.js';
import { classesOf, fileNameOf, type Scaling, type Settings, type Setup } from './choices.js';
import { seenBefore } from './doubts.js';
import { presetOf } from './presets.js';
import { expectedCounts } from './windows.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

const errorTexts = strings.trainErrors;

export interface PlanItem {
  key: number;
  name: string;
  isSimulated: boolean;
  subject: string;
  recipe: Recipe;
}

export interface ComparisonNetwork {
  /** Id of its preset. */
  preset: string;
  network: string;
  config: ConfigSettings;
  learningRate: number;
}

/** Everything that training needs in addition to the files: plain JSON, so that it can be stored. */
export interface Plan {
  title: string;
  fileName: string;
  classes: readonly string[];
  /** Id of the preset that learns, or `opened`. */
  preset: string;
  /** The same as text. */
  network: string;
  config: ConfigSettings | null;
  /** Trained on the same afterwards. */
  comparisonNetwork: ComparisonNetwork | null;
  items: PlanItem[];
  /** Persons who are left out one after the other to judge it; empty if the engine sets something aside. */
  eachPerson: string[];
  options: Omit<TrainingOptions, 'resumeFrom' | 'onCheckpoint' | 'signal'>;
  /** The data hold copies, or what the model that is trained further had learnt before. */
  seen: 'copies' | 'trainedOnIt' | null;
  isKept: boolean;
}

/** `eachPerson`: those who are left out one after the other, of validation.ts. */
export function planOf(setup: Setup, eachPerson: string[] = []): Plan {
  const { settings, base } = setup;
  const classes = classesOf(setup);
  const augment = augmentationOf(settings);
  return {
    title: strings.model.title(classes),
    fileName: fileNameOf(classes),
    classes,
    preset: settings.preset,
    network: base ? strings.networks.trainedFurther : nameOf(settings.preset),
    config: base ? null : configOf(settings, settings.preset),
    comparisonNetwork: settings.comparisonPreset
      ? comparisonNetwork(settings.comparisonPreset, settings)
      : null,
    items: setup.sources
      .filter(({ isUsed }) => isUsed)
      .map(({ source, person }) => ({
        key: source.key,
        name: source.name,
        isSimulated: source.isSimulated,
        subject: person.trim() || source.name,
        recipe: recipeOf(setup, source.key),
      }))
      .filter(
        ({ recipe }) => Object.keys(labelsIn(recipe)).length > 0 || 'label' in epochsOf(recipe),
      ),
    eachPerson,
    seen: seenBefore(setup),
    options: {
      epochs: settings.epochs,
      batchSize: settings.batchSize,
      learningRate: settings.learningRate,
      optimizer: settings.optimizer,
      patience: settings.patience,
      seed: settings.seed,
      split: eachPerson.length || settings.split === 'persons' ? 'none' : settings.split,
      checkpointEveryS: 5,
      date: dayOf(new Date()),
      ...(base && settings.tune !== 'all' && { tune: settings.tune }),
      ...(settings.isBalanced && { classWeights: 'balanced' as const }),
      ...(settings.labelSmoothing && { labelSmoothing: settings.labelSmoothing }),
      ...(augment && { augment }),
    },
    isKept: settings.isKept,
  };
}

function augmentationOf(settings: Settings): TrainingAugmentation | undefined {
  const { mirror, jitterS, channelDropout } = settings;
  if (!mirror && !jitterS && !channelDropout) return undefined;
  return {
    ...(mirror && { mirror }),
    ...(jitterS && { jitterS }),
    ...(channelDropout && { channelDropout }),
  };
}

/** What a network is made of, before the data tell its sizes. */
export function configOf(
  { scaling }: Pick<Setup['settings'], 'scaling'>,
  preset: string,
): ConfigSettings {
  return { standardize: scaling, ...presetOf(preset).config };
}

/** Windows are scaled for another network as they were for the first. */
export function scalingOf({ config }: Pick<Plan, 'config'>): Scaling {
  return (config?.['standardize'] as Scaling | undefined) ?? 'zscore';
}

const nameOf = (preset: string) => presetOf(preset).name;

export function comparisonNetwork(
  preset: string,
  scaling: Pick<Setup['settings'], 'scaling'>,
): ComparisonNetwork {
  const { learningRate } = presetOf(preset);
  return { preset, network: nameOf(preset), config: configOf(scaling, preset), learningRate };
}

/** The same for another network. */
export function comparisonPlan(plan: Plan, comparisonNetwork: ComparisonNetwork): Plan {
  const { learningRate, ...learner } = comparisonNetwork;
  const options = { ...plan.options, learningRate };
  return { ...plan, ...learner, options, comparisonNetwork: null };
}

/** The same for all but one person; nothing is set aside, because that person judges it. */
export function planWithout(plan: Plan, person: string): Plan {
  const items = plan.items.filter(({ subject }) => subject !== person);
  return { ...plan, items, eachPerson: [], comparisonNetwork: null, isKept: false };
}

/** What it is judged on, where the recordings are the same. */
export function judgedBy({ eachPerson, options }: Plan): string {
  return eachPerson.length ? `persons ${eachPerson.join('\n')}` : (options.split ?? 'auto');
}

/**
 * Whether two runs learn from the same and are judged by the same, so that their answers can be compared one by one. Where persons or
 * recordings are drawn, the seed draws them.
 */
export function isSameTask(a: Plan, b: Plan): boolean {
  const taskOf = (plan: Plan) => {
    const isDrawn = !plan.eachPerson.length && plan.options.split !== 'block';
    return JSON.stringify([plan.items, plan.classes, judgedBy(plan), isDrawn && plan.options.seed]);
  };
  return taskOf(a) === taskOf(b);
}

const epochsOf = (recipe: Recipe) => recipe.epochs ?? {};
const labelsIn = (recipe: Recipe) => recipe.epochs?.labels ?? {};

/** What is done to one recording: the same steps for all, labels as they are meant in this one. */
function recipeOf(setup: Setup, key: number): Recipe {
  const { settings, base, resampleHz, chNames } = setup;
  const { lowHz: low_hz, highHz: high_hz } = settings;
  const epochs = epochsStep(setup, key);
  if (base) return { version: 1, epochs }; // the rest is the model's own
  return {
    version: 1,
    pick: [...chNames],
    bandpass: { low_hz, high_hz, order: 2, mode: 'zero_phase' },
    ...(resampleHz && { resample_hz: resampleHz }),
    ...(settings.align && { align: 'euclidean' }),
    epochs,
  };
}

function epochsStep(
  { settings, sources, labels }: Setup,
  key: number,
): NonNullable<Recipe['epochs']> {
  const { mode, cut, tminS, tmaxS, lengthS, stepS } = settings;
  const windows = { by: 'window' as const, length_s: lengthS, step_s: stepS };
  if (mode === 'recordings') {
    const label = sources.find(({ source }) => source.key === key)?.state.trim() ?? '';
    return { ...windows, label };
  }
  const own = labels.filter(
    ({ row, isUsed, className }) => isUsed && className.trim() && row.keys.includes(key),
  );
  const texts = Object.fromEntries(own.map(({ row, className }) => [row.text, className.trim()]));
  return cut === 'along'
    ? { ...windows, labels: texts }
    : { by: 'annotation', labels: texts, tmin_s: tminS, tmax_s: tmaxS };
}

/** Windows of a class that training needs. */
const fewest = 4;

/** Why training cannot begin with these choices; null if it can. */
export function obstacleOf(setup: Setup): EegateError | null {
  const { settings, sources, chNames, base } = setup;
  const used = sources.filter(({ isUsed }) => isUsed);
  if (!used.length) return refused('TRAIN_NO_RECORDING', errorTexts.noRecording);
  if (!chNames.length) return refused('TRAIN_CHANNELS', errorTexts.channels);
  if (base?.config['task'] === 'regress') return refused('TRAIN_TASK', errorTexts.regression);
  if (base?.bits === 8) return refused('MODEL_QUANTIZED', errorTexts.quantized);
  const counts = expectedCounts(setup);
  if (counts.length < 2) return oneClass(settings.mode, counts[0]?.className);
  const rarest = counts.reduce((a, b) => (b.count < a.count ? b : a));
  if (rarest.count < fewest) {
    const { message, outside, outsideHint, annotationsHint, recordingsHint } = errorTexts.tooFew;
    const { className, count, nLeftOut } = rarest;
    const isOutside = count + nLeftOut >= fewest;
    const hint = settings.mode === 'annotations' ? annotationsHint : recordingsHint;
    return refused('TRAIN_TOO_FEW', {
      message: message(className, count, fewest) + (isOutside ? outside(nLeftOut) : ''),
      hint: isOutside ? outsideHint : hint,
    });
  }
  const foreign = counts.find(({ className }) => base && !base.classes.includes(className));
  if (base && foreign) {
    const { message, hint } = errorTexts.foreignClass;
    return refused('TRAIN_CLASSES', { message: message(foreign.className, base.classes), hint });
  }
  const wrong = wrongNumber(setup);
  if (!wrong) return null;
  return refused('TRAIN_OPTION', { message: wrong[1], hint: errorTexts.option.hint }, wrong[0]);
}

function oneClass(mode: Setup['settings']['mode'], only?: string): EegateError {
  const { one, none, annotationsHint, recordingsHint } = errorTexts.oneClass;
  return refused('TRAIN_ONE_CLASS', {
    message: only ? one(only) : none,
    hint: mode === 'annotations' ? annotationsHint : recordingsHint,
  });
}

function refused(code: string, text: { message: string; hint: string }, field = ''): EegateError {
  return new PageError({ code, field, ...text });
}

type Rule = [keyof Setup['settings'], string, number, number];
const { settings: named } = strings.train;
const rules = (): Rule[] => [
  ['epochs', named.epochs, 1, 10_000],
  ['batchSize', named.batchSize, 1, 4096],
  ['learningRate', named.learningRate, 1e-7, 1000],
  ['seed', named.seed, 0, 2 ** 31],
  ['labelSmoothing', named.labelSmoothing, 0, 0.9],
  ['patience', named.patience, 0, 10_000],
  ['jitterS', named.timeJitter, 0, 5],
  ['channelDropout', named.silenced, 0, 0.9],
  ['stepS', errorTexts.option.step, 0.01, 3600],
  ['lengthS', errorTexts.option.length, 0.05, 600],
];

function wrongNumber({ settings, sfreq, base }: Setup): [string, string] | null {
  const { option } = errorTexts;
  for (const [key, name, low, high] of rules()) {
    const value = settings[key] as number;
    if (!(value >= low && value <= high)) return [name, option.range(name, low, high)];
  }
  const { lowHz, highHz, tminS, tmaxS } = settings;
  if (!base && !(lowHz > 0 && highHz > lowHz && highHz < sfreq / 2))
    return [option.band, option.bandMessage(sfreq / 2)];
  if (!(tmaxS - tminS >= 0.05)) return [option.window, option.windowMessage];
  return null;
}
