// What a model file states about its training: known fields as sentences, everything as JSON.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { strings } from '../strings/index.js';

const texts = strings.modelCard.training;

type Json = Record<string, unknown>;

/** The facts that a reader needs before believing the model; what is not there is left out. */
export function trainingFacts(train: Json | null): [string, string][] {
  if (!train) return [];
  const facts: [string, string | null][] = [
    [texts.reads, said(train['reads'] ?? train['note'])],
    [texts.howGood, judgedText(train['judged']) ?? metricsText(train['metrics'])],
    [texts.bits, roundedText(train['quantization'])],
    [texts.limits, said(train['limits'])],
    [texts.trainedOn, dataText(train)],
    [texts.people, peopleText(train['people'] ?? train['subjects'] ?? train['train_subjects'])],
    [texts.windows, windowsText(train)],
    [texts.settings, settingsText(train['options'])],
    [texts.date, text(train['date'])],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

/** Everything, as it is in the file. */
export function trainingDetails(train: Json | null): TemplateResult | typeof nothing {
  if (!train) return nothing;
  return html`
    <details>
      <summary>${texts.all}</summary>
      <pre tabindex="0">${JSON.stringify(train, null, 2)}</pre>
    </details>
  `;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);
/** In the language of the page where it knows the sentences. */
const said = (value: unknown) => (typeof value === 'string' ? texts.fromFile(value) : null);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const share = (value: unknown) =>
  typeof value === 'number' ? `${strings.numbers.fixed(100 * value, 0)} %` : null;

function judgedText(judged: unknown): string | null {
  if (!isObject(judged)) return null;
  const accuracy = share(judged['accuracy']);
  if (!accuracy) return null;
  const told = (key: string) => share(judged[key]) ?? '?';
  const how = said(judged['how']) ?? '';
  return texts.judged(accuracy, told('chance'), told('lowest'), told('highest'), how);
}

function metricsText(metrics: unknown): string | null {
  if (!isObject(metrics)) return null;
  const accuracy = share(metrics['accuracy'] ?? metrics['mean']);
  if (!accuracy) return null;
  const interval = metrics['accuracy_interval'];
  return texts.metrics(
    accuracy,
    typeof metrics['n_trials'] === 'number' ? metrics['n_trials'] : null,
    Array.isArray(interval) ? [share(interval[0]) ?? '?', share(interval[1]) ?? '?'] : null,
    share(metrics['chance']),
  );
}

/** What `eegate quantize` found when it rounded the weights. */
function roundedText(quantization: unknown): string | null {
  if (!isObject(quantization)) return null;
  const { bits, largest_difference: change, before, after } = quantization;
  if (typeof bits !== 'number' || typeof change !== 'number') return null;
  const accuracies = [before, after].map((judged) =>
    isObject(judged) && typeof judged['accuracy'] === 'number'
      ? `${strings.numbers.fixed(100 * judged['accuracy'], 1)} %`
      : null,
  );
  const [first, second] = accuracies;
  return texts.rounded(
    bits,
    strings.numbers.fixed(change, 3),
    first && second ? [first, second] : null,
  );
}

function dataText(train: Json): string | null {
  const data = train['data'];
  if (isObject(data)) {
    const parts = [text(data['name']), said(data['runs']), text(data['licence'])];
    return [...parts, ...list(data['citations'])]
      .filter((part) => part !== null && part !== '')
      .map((part) => part!.replace(/\.$/, ''))
      .join('. ');
  }
  const files = list(train['files']);
  if (!files.length) return text(train['dataset']);
  return [files.join(', '), said(train['validation'])].filter(Boolean).join('; ');
}

function windowsText(train: Json): string | null {
  const { n_epochs_of_data: nTraining, n_epochs_of_validation: nValidation } = train;
  return typeof nTraining === 'number' && typeof nValidation === 'number'
    ? texts.windowsOf(nTraining, nValidation)
    : null;
}

/** What differs from run to run; the rest is in the details. */
function settingsText(options: unknown): string | null {
  if (!isObject(options)) return null;
  if ('method' in options) return texts.closedForm;
  const { optimizer, lr, epochs, batch_size: batchSize, seed } = options;
  const numbers = [lr, epochs, batchSize, seed];
  if (typeof optimizer !== 'string' || !numbers.every((one) => typeof one === 'number'))
    return null;
  const [learningRate, nEpochs, size, from] = numbers as [number, number, number, number];
  const smoothing = Number(options['label_smoothing']);
  const augment = isObject(options['augment']) ? options['augment'] : {};
  const { jitter, mirror, channel_dropout: channelDropout } = augment;
  const { augmented } = texts;
  return [
    texts.settingsOf({ optimizer, learningRate, epochs: nEpochs, batchSize: size, seed: from }),
    list(options['class_weights']).length ? texts.balanced : '',
    smoothing > 0 ? texts.smoothing(smoothing) : '',
    jitter ? augmented.jitter : '',
    mirror ? augmented.mirror : '',
    channelDropout ? augmented.channelDropout : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function peopleText(people: unknown): string | null {
  const names = list(people);
  return names.length > 1 ? `${names.length}: ${names.join(', ')}` : (names[0] ?? null);
}
