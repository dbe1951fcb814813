// Brings the data of a training to one engine: recordings by their ids, arrays in chunks.
import {
  argumentError,
  checkFloats,
  checkObject,
  isBytes,
  optionsOf,
  type Known,
} from '../worker/arguments.js';
import type { Connection } from '../worker/connection.js';
import { EegateError } from '../worker/error.js';
import { throwIfAborted } from '../worker/work_chunks.js';
import { checkModel, checkRecording } from './file_arguments.js';
import type { PageOption } from './requests.js';
import { sameRecordings } from './same_recordings.js';
import type { SharedLoading } from './shared_loading.js';
import type {
  TrainingArrays,
  TrainingInfo,
  TrainingOptions,
  TrainingRecording,
  TrainingRequest,
} from './training_types.js';

/** Values of an array that are sent at once: a copy takes some milliseconds, so that the page stays responsive. */
const valuesPerChunk = 2 ** 20;

const pageOptions: ReadonlySet<string> = new Set<PageOption>([
  'resumeFrom',
  'onCheckpoint',
  'checkpointEveryS',
  'waitForReader',
  'onPreparing',
  'signal',
]);

export interface SendOptions {
  /** Ids of the recordings of the data in the engine, in their order. */
  recordingIds: readonly number[];
  signal: AbortSignal | undefined;
  /** Called before anything is loaded. */
  onPlan?(info: TrainingInfo): void;
  /** The same for all engines. */
  loading: SharedLoading;
}

const dataForms = 'an array of { recording, recipe }, or { x, y }';

const ofArrays: Known<TrainingArrays> = { x: 0, y: 0, subjects: 0 };
const ofRecording: Known<TrainingRecording> = { recording: 0, recipe: 0, subject: 0 };
const trainingOptions: Known<TrainingOptions> = {
  ...{ epochs: 'number', batchSize: 'number', learningRate: 'number', optimizer: 'string' },
  ...{ tune: 'string', patience: 'number', seed: 'number', shuffle: 'boolean' },
  ...{ dropout: 'boolean', classWeights: 0, labelSmoothing: 'number', augment: 0 },
  ...{ split: 'string', validationShare: 'number', resumeFrom: 0, onCheckpoint: 0 },
  ...{ checkpointEveryS: 'number', waitForReader: 'boolean', onPreparing: 0, date: 'string' },
  ...{ signal: 0 },
};

/** Options of a training, {} for none; throws unless they exist and have their types. */
export function trainingOptionsOf(given: TrainingRequest['options']): TrainingOptions {
  const options = optionsOf(given, trainingOptions, 'options', 'options.');
  const { resumeFrom, checkpointEveryS = 0 } = options;
  if (resumeFrom && !isBytes(resumeFrom))
    throw argumentError('options.resumeFrom', resumeFrom, 'an ArrayBuffer or Uint8Array');
  if (!(checkpointEveryS >= 0))
    throw argumentError('options.checkpointEveryS', checkpointEveryS, 'a number from 0 up');
  return options;
}

/** Throws unless the fields of the request have their types; what they contain is checked by the core. */
export function checkRequest(
  { config, model, data }: Pick<TrainingRequest, 'config' | 'model' | 'data'>,
  method: string,
): void {
  if (config) checkObject(config, 'config', 'an object');
  if (model) checkModel(model, method);
  if (Array.isArray(data)) {
    for (const [i, one] of data.entries()) checkData(one, `data[${i}]`, method);
    return;
  }
  checkObject(data, 'data', dataForms);
  const { x, y, subjects } = optionsOf(data as TrainingArrays, ofArrays, 'data', 'data.');
  if (x === undefined) throw argumentError('data', data, dataForms);
  checkFloats(x, 'data.x', '[n, n_chans, n_times]');
  checkNumbers(y, 'data.y');
  if (subjects) checkNumbers(subjects, 'data.subjects');
}

function checkData(given: TrainingRecording, field: string, method: string): void {
  checkObject(given, field, '{ recording, recipe }');
  const { recording, recipe, subject = '' } = optionsOf(given, ofRecording, field, `${field}.`);
  checkRecording(recording, method, `${field}.recording`);
  checkObject(recipe, `${field}.recipe`, 'a recipe with epochs that have labels');
  if (typeof subject !== 'string' && !Number.isFinite(subject))
    throw argumentError(`${field}.subject`, subject, 'a text or a number');
}

/** As the core does once it knows the classes. */
function checkLabels({ recipe: { epochs } }: TrainingRecording, i: number): void {
  if (epochs?.by !== 'window' || epochs.label || epochs.labels) return;
  throw new EegateError({
    code: 'PREPARE_NO_LABELS',
    message: 'The recipe gives an epoch no label',
    field: `data[${i}].recipe.epochs`,
    hint: "Add `labels` or `label` to the recipe's `epochs`.",
  });
}

function checkNumbers(given: ArrayLike<number>, field: string): void {
  if (!Array.isArray(given) && !ArrayBuffer.isView(given))
    throw argumentError(field, given, 'an array with one number for each epoch');
  if (typeof (given as ArrayLike<unknown>)[0] === 'bigint')
    throw argumentError(field, given, 'numbers', `Convert it: Int32Array.from(${field}, Number).`);
}

/** Plans a training and loads its data. */
export async function sendTrainingData(
  engine: Connection,
  id: number,
  request: TrainingRequest,
  { recordingIds, signal, onPlan, loading }: SendOptions,
): Promise<TrainingInfo> {
  const { config, model, data } = request;
  const options = Object.fromEntries(
    Object.entries(optionsOf(request.options)).filter(([key]) => !pageOptions.has(key)),
  );
  throwIfAborted(signal);
  const isArray = 'x' in data;
  if (!isArray) data.forEach(checkLabels);
  await engine.call('trainBegin', [
    id,
    { ...(config && { config }), options },
    model?.bytes ?? null,
  ]);
  if (isArray) await addLabels(engine, id, data);
  else await addRecordings(engine, id, data, recordingIds);
  const info = (await engine.call('trainPlan', [id])) as unknown as TrainingInfo;
  if (!isArray && info.nValidation > 0) info.warnings.push(...(await sameRecordings(data, info)));
  onPlan?.(info);
  if (isArray) await addEpochs(engine, id, data, signal, loading);
  else await loading.bring(engine, id, signal);
  throwIfAborted(signal);
  return info;
}

async function addRecordings(
  engine: Connection,
  id: number,
  data: readonly TrainingRecording[],
  recordingIds: readonly number[],
) {
  for (const [i, { recipe, subject }] of data.entries()) {
    const name = String(subject ?? '');
    await engine.call('trainAddRecording', [id, recordingIds[i]!, recipe, name]);
  }
}

async function addLabels(engine: Connection, id: number, { x, y, subjects }: TrainingArrays) {
  const epochFloats = x.length / y.length;
  if (y.length === 0 || !Number.isInteger(epochFloats)) throw notWhole(x, y);
  const labels = wholeNumbers(y, 'y', 'TRAIN_LABELS', 'class indices');
  const numbers =
    subjects && wholeNumbers(subjects, 'subjects', 'TRAIN_SUBJECTS', 'one number for each epoch');
  await engine.call('trainAddLabels', [id, labels, numbers ?? null, epochFloats]);
}

async function addEpochs(
  engine: Connection,
  id: number,
  { x }: TrainingArrays,
  signal: AbortSignal | undefined,
  loading: SharedLoading,
) {
  for (let at = 0; at < x.length; at += valuesPerChunk) {
    throwIfAborted(signal);
    const chunk = x.slice(at, at + valuesPerChunk);
    await engine.call('trainAddEpochs', [id, chunk], [chunk.buffer]);
    loading.report(Math.min(1, (at + chunk.length) / x.length));
  }
}

function wholeNumbers(
  values: ArrayLike<number>,
  field: string,
  code: string,
  expected: string,
): Int32Array {
  const numbers = Int32Array.from(values);
  const at = numbers.findIndex((number, i) => number !== values[i]);
  if (at < 0) return numbers;
  throw new EegateError({
    code,
    message: 'A value is not a whole number',
    field,
    place: `epoch ${at}`,
    found: String(values[at]),
    expected,
  });
}

function notWhole(x: Float32Array, y: ArrayLike<number>): EegateError {
  return new EegateError({
    code: 'TRAIN_LABELS',
    message: 'The labels do not match the epochs',
    field: 'y',
    found: `${x.length} values and ${y.length} labels`,
    expected: 'one label for each epoch of n_chans x n_times values',
  });
}
