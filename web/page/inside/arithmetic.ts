// The arithmetic of a single number of the model, written out term by term.
import type { Inspection } from '../../api/index.js';
import { strings } from '../strings/index.js';
import { formOf, type GateName } from './gates.js';

const texts = strings.inside.sum.steps;

interface Term {
  a: number;
  b: number;
}

/** A dot product, and the steps from its sum to the number that the engine has. */
export interface Sum {
  terms: Term[];
  sum: number;
  steps: { text: string; value: number }[];
  /** What the same number is in the engine. */
  engine: number;
}

export type Kind = 'score' | 'gate' | 'logit';

export interface Cell {
  kind: Kind;
  block: number;
  head: number;
  /** The token that listens, and the one that is listened to. */
  query: number;
  key: number;
  feature: number;
  output: number;
}

const dot = (terms: Term[]) => terms.reduce((sum, { a, b }) => sum + a * b, 0);

function row(inspection: Inspection, name: string, index: number, width?: number, first = 0) {
  const tensor = inspection.find(name);
  if (!tensor) return null;
  const all = tensor.dims.at(-1)!;
  const begin = index * all + first;
  return tensor.data.subarray(begin, begin + (width ?? all));
}

function paired(a: Float32Array, b: Float32Array): Term[] {
  return Array.from(a, (value, i) => ({ a: value, b: b[i]! }));
}

/** One query-key score, and the share of attention that comes of it. */
export function scoreSum(inspection: Inspection, { block, head, query, key }: Cell): Sum | null {
  const name = `blocks.${block}`;
  const map = inspection.find(`${name}.attention_map`);
  const weights = inspection.find(`${name}.attention_row`);
  const queries = inspection.find(`${name}.queries`);
  if (!map || !queries) return null;
  const width = queries.dims[1]! / map.dims[0]!;
  const of = (which: string, token: number) =>
    row(inspection, `${name}.${which}`, token, width, head * width)!;
  const nTokens = queries.dims[0]!;
  const scores = Array.from(
    { length: nTokens },
    (_, other) => dot(paired(of('queries', query), of('keys', other))) / Math.sqrt(width),
  );
  const largest = Math.max(...scores);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - largest), 0);
  const terms = paired(of('queries', query), of('keys', key));
  const engine =
    map.dims[1] === nTokens
      ? map.data[(head * nTokens + query) * nTokens + key]!
      : (weights?.data[head * nTokens + key] ?? Number.NaN);
  return {
    terms,
    sum: dot(terms),
    steps: [
      { text: texts.score(width), value: scores[key]! },
      {
        text: texts.softmax(nTokens),
        value: Math.exp(scores[key]! - largest) / total,
      },
    ],
    engine,
  };
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/** The tensors of a gate that determine how open it is. */
export function gateWeights(block: number, gate: GateName): string[] {
  const { products, bias } = formOf(gate);
  const tensors = [...products.map(({ tensor }) => tensor), ...(bias ? ['b_g'] : [])];
  return tensors.map((tensor) => `blocks.${block}.gate1.${tensor}`);
}

/** How open the first gate of a block is for one feature of one token. `sign` is that of `gate_bias_sign`. */
export function gateSum(
  inspection: Inspection,
  { block, query, feature }: Cell,
  gate: GateName,
  sign: number,
): Sum | null {
  const prefix = `blocks.${block}`;
  const weight = (name: string) => row(inspection, `weights.${prefix}.gate1.${name}`, feature);
  const stream = row(inspection, block === 0 ? 'tokens' : `blocks.${block - 1}.output`, query);
  const fresh = row(inspection, `${prefix}.attention_output`, query);
  const open = row(inspection, `${prefix}.gate1`, query);
  if (!stream || !fresh || !open) return null;
  const form = formOf(gate);
  const terms: Term[] = [];
  for (const { tensor, of } of form.products) {
    const factors = weight(tensor);
    if (factors?.length !== stream.length) return null;
    terms.push(...paired(factors, of === 'x' ? stream : fresh));
  }
  const bias = inspection.find(`weights.${prefix}.gate1.b_g`)?.data[feature] ?? 0;
  const shift = form.bias === '+' ? bias : sign * bias;
  const sum = dot(terms);
  const share = logistic(sum + shift);
  const steps = [{ text: texts.bias, value: sum + shift }];
  if (form.shareOf === 'rest')
    steps.push(
      { text: texts.shareOfStream, value: share },
      { text: texts.oneMinus, value: 1 - share },
    );
  else steps.push({ text: texts.open, value: share });
  return { terms, sum, steps, engine: open[feature]! };
}

/** One class's logit from the pooled list. */
export function logitSum(inspection: Inspection, { output }: Cell): Sum | null {
  const pooled = inspection.find('pooled');
  const weight = row(inspection, 'weights.head.weight', output);
  if (!pooled || !weight) return null;
  const terms = paired(pooled.data, weight);
  const bias = inspection.find('weights.head.bias')?.data[output] ?? 0;
  const sum = dot(terms);
  return {
    terms,
    sum,
    steps: [{ text: texts.logit, value: sum + bias }],
    engine: inspection.logits[output]!,
  };
}
