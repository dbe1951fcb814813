import { describe, expect, it } from 'vitest';
import type { EegateError, Model, Recording } from '../../api/index.js';
import type { Trained, TrainingInfo, TrainingRequest } from '../../api/training_types.js';
import type { RunInput } from './restarts.js';
import { judgeEachPerson, type Examiner, type PersonsListener } from './leave_one_person_out.js';
import type { PersonResult } from './person_results.js';
import type { Plan, PlanItem } from './plan.js';

const item = (key: number, subject: string): PlanItem => ({
  ...{ key, subject, name: `${key}.edf`, isSimulated: false },
  recipe: { version: 1, epochs: { by: 'window', length_s: 2, label: 'open' } },
});
const items = [item(1, 'A'), item(2, 'B'), item(3, 'A'), item(4, 'C')];
const plan = {
  ...{
    classes: ['open', 'closed'],
    items,
    eachPerson: ['A', 'B', 'C'],
    config: {},
    comparisonNetwork: null,
    seen: null,
  },
  ...{ title: '', fileName: '', preset: '', network: '', isKept: true, options: { split: 'none' } },
} as Plan;
const input: RunInput = {
  plan,
  recordings: new Map(items.map(({ key }) => [key, { name: `${key}` } as Recording])),
  model: null,
  checkpoint: null,
};

/** Says "open" of every window, of which the second is "closed"; the third has no label. */
function fakeExaminer(ended: Trained['ended'] = 'epochs done') {
  const log: string[] = [];
  const classified: string[] = [];
  let nOpen = 0;
  const model = {
    classify: (recording: Recording) => ({
      plan: async () => ({ epochs: ['open', 'closed', ''].map((label) => ({ label })) }),
      async *[Symbol.asyncIterator]() {
        classified.push(recording.name);
        const probabilities = new Float32Array([0.75, 0.25]);
        for (let index = 0; index < 3; index++) yield { index, label: 'open', probabilities };
      },
      close: async () => undefined,
    }),
    close: async () => void nOpen--,
  } as unknown as Model;
  const examiner: Examiner = {
    train(request: TrainingRequest) {
      const persons = request.data as readonly { subject: string }[];
      log.push(persons.map(({ subject }) => subject).join(''));
      const trained = { ended, toSafetensors: async () => new Uint8Array(1) } as unknown as Trained;
      async function* steps() {}
      return {
        [Symbol.asyncIterator]: steps,
        info: Promise.resolve({} as TrainingInfo),
        result: Promise.resolve(trained),
      } as unknown as ReturnType<Examiner['train']>;
    },
    loadModel: async () => (nOpen++, model),
  };
  return { examiner, log, classified, nOpen: () => nOpen };
}

async function judged(ended?: Trained['ended'], done: PersonResult[] = []) {
  const fake = fakeExaminer(ended);
  const results: PersonResult[] = [];
  const begun: string[] = [];
  const ignored = () => undefined;
  const listener: PersonsListener = {
    ...{ onBegun: ignored, onPreparing: ignored, onInfo: ignored, onEvent: ignored },
    ...{ onCheckpoint: ignored, onLost: ignored },
    onPerson: (person) => void begun.push(person),
    onJudged: (result) => void results.push(result),
  };
  const { signal } = new AbortController();
  const error = await judgeEachPerson(fake.examiner, input, listener, signal, done).then(
    () => null,
    (thrown: EegateError) => thrown.code,
  );
  return { ...fake, results, begun, error };
}

describe('each person in turn', () => {
  it('is left out of training and judged by that model alone', async () => {
    const { log, classified, results, begun, nOpen } = await judged();
    expect(begun).toEqual(['A', 'B', 'C']);
    expect(log).toEqual(['BC', 'AAC', 'ABA']);
    expect(classified).toEqual(['1', '3', '2', '4']);
    expect(nOpen()).toBe(0);
    expect(results[1]).toEqual({
      ...{ person: 'B', truth: [0, 1], predicted: [0, 0], confidence: [0.75, 0.75] },
    });
    expect(results[0]!.truth).toEqual([0, 1, 0, 1]);
  });
  it('is not judged again', async () => {
    const done = { person: 'B', truth: [0], predicted: [0], confidence: [1] };
    expect((await judged('epochs done', [done])).begun).toEqual(['A', 'C']);
  });
  it('gives no result when it is stopped half-way', async () => {
    const { error, results, log } = await judged('stopped');
    expect(error).toBe('ABORTED');
    expect(results).toEqual([]);
    expect(log).toHaveLength(1);
  });
});
