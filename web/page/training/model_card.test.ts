import { describe, expect, it } from 'vitest';
import { judgedOf } from '../start/gallery.js';
import { trainingFacts } from '../views/model_card.js';
import { personsCard, withCard } from './model_card.js';
import { evaluationOf, type PersonResult } from './person_results.js';

/** As the engine writes it: a tensor of three bytes, and a card that knows of no validation. */
function written(train: unknown) {
  const header = {
    __metadata__: { recipe: '{"note":"ä"}', train: JSON.stringify(train) },
    weight: { dtype: 'I8', shape: [3], data_offsets: [0, 3] },
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + 3);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  file.set([7, 8, 9], 8 + text.length);
  return file;
}

function read(file: Uint8Array) {
  const n = Number(new DataView(file.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + n))) as {
    __metadata__: Record<string, string>;
  };
  return { n, header, tensors: [...file.subarray(8 + n)] };
}

const person = (name: string, nRight: number): PersonResult => ({
  person: name,
  truth: [0, 1, 0, 1],
  predicted: [0, 1, 0, 1].map((truth, i) => (i < nRight ? truth : 1 - truth)),
  confidence: [1, 1, 1, 1],
});
const judged = [person('A', 4), person('B', 2), person('C', 3)];
const evaluation = evaluationOf(['left', 'right'], judged)!;
const limits = 'Nothing was set aside for validation: how good it is on other data is unknown.';
const file = written({ seed: 4, limits });
const changed = withCard(file, personsCard(evaluation, judged));

describe('the card of a model that was judged by leaving out persons', () => {
  it('has the accuracy of the cross-validation, and says how that was measured', () => {
    const train = JSON.parse(read(changed).header.__metadata__['train']!) as Record<
      string,
      unknown
    >;
    expect(train).toMatchObject({
      seed: 4,
      judged: { accuracy: 0.75, chance: 0.5, lowest: 0.5, highest: 1, n_people: 3, n_trials: 12 },
    });
    const facts = new Map(trainingFacts(train));
    expect(facts.get('Accuracy')).toMatch(/^75\u00a0% on people who were not in training/);
    expect(facts.get('Accuracy')).toContain('Cross-validated: each of 3 people');
    expect(facts.get('Limits')).not.toContain('unknown');
    expect(judgedOf(changed.buffer as ArrayBuffer)?.accuracy).toBe(0.75);
  });

  it('is the same file otherwise, its tensors at a multiple of eight bytes', () => {
    const [before, after] = [read(file), read(changed)];
    expect(after.n % 8).toBe(0);
    expect(after.tensors).toEqual(before.tensors);
    const { train, ...others } = after.header.__metadata__;
    expect(train).toBeDefined();
    expect({ ...after.header, __metadata__: others }).toEqual({
      ...before.header,
      __metadata__: { recipe: '{"note":"ä"}' },
    });
  });
});
