import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComparisonRequest, Engine, Model, ModelComparison } from '../../api/index.js';
import { deferred } from '../../worker/work_chunks.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import { Store } from '../store.js';
import { comparedOn, MethodComparison, subjectOf } from './method_comparison.js';
import type { Plan } from './plan.js';
import { initialPanel } from './state.js';

beforeEach(() => vi.stubGlobal('window', { setTimeout: () => 0 }));
afterEach(() => vi.unstubAllGlobals());

const of = (...presets: string[]) =>
  ({ models: presets.map((preset) => ({ preset })) }) as unknown as ModelComparison;
const planOf = (band: string) =>
  ({ items: [{ key: 1, recipe: { band } }], options: {} }) as unknown as Plan;

function begun() {
  const said: string[] = [];
  const requests: ComparisonRequest[] = [];
  const answer = deferred<ModelComparison>();
  const engine = {
    compare(request: ComparisonRequest) {
      requests.push(request);
      request.signal!.addEventListener('abort', () => answer.reject(request.signal!.reason));
      return answer.promise;
    },
  } as unknown as Engine;
  const page = new Store({ recordings: [] } as unknown as State, () => undefined);
  const panel = new Store(initialPanel(), () => undefined);
  const actions = { tasks: { say: (text: string) => said.push(text) } } as unknown as Actions;
  const methods = new MethodComparison(page, panel, actions, Promise.resolve(engine));
  return { methods, panel, requests, answer, said };
}

it('asks once, and shows the rows that are finished while networks train', async () => {
  const { methods, panel, requests, answer, said } = begun();
  const plan = planOf('wide');
  const whole = methods.compare(plan, true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]!.presets).toEqual(['fitted', 'band_power', 'eegnet', 'small_gated']);
  requests[0]!.onModels!(of('csp', 'mdm'));
  expect(panel.state.compared).toMatchObject({ isRunning: true, result: of('csp', 'mdm') });
  answer.resolve(of('eegnet', 'csp', 'mdm'));
  await whole;
  expect(panel.state.compared).toMatchObject({
    isRunning: false,
    result: of('eegnet', 'csp', 'mdm'),
  });
  expect(requests).toHaveLength(1);
  expect(said).toHaveLength(1);
});

it('keeps the rows that are finished when it is cancelled', async () => {
  const { methods, panel, requests } = begun();
  const whole = methods.compare(planOf('wide'), true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]!.onModels!(of('csp'));
  methods.cancel();
  await whole;
  expect(panel.state.compared).toMatchObject({ isRunning: false, result: of('csp') });
});

it('shows nothing when it is cancelled before a row is finished', async () => {
  const { methods, panel, requests } = begun();
  const whole = methods.compare(planOf('wide'), false);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]!.presets).toBeUndefined();
  methods.cancel();
  await whole;
  expect(panel.state.compared).toBeNull();
});

it('belongs to the settings of a method that is chosen while it runs', async () => {
  const { methods, panel, requests, answer } = begun();
  const whole = methods.compare(planOf('wide'), true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]!.onModels!(of('csp'));
  methods.carryOver(planOf('wide'), planOf('narrow'));
  requests[0]!.onProgress!(0.5);
  expect(panel.state.compared).toMatchObject({ isRunning: true, share: 0.5 });
  answer.resolve(of('csp', 'eegnet'));
  await whole;
  expect(panel.state.compared!.of).toBe(JSON.stringify(planOf('narrow').items));
});

it('is of the annotations that it used: results are outdated when those are corrected, and not by others', () => {
  const plan = { items: [{ key: 1, recipe: { epochs: { labels: { T1: 'left' } } } }] };
  const of = (...texts: string[]) =>
    comparedOn(plan as unknown as Plan, [
      { key: 1, annotations: texts.map((text, onsetS) => ({ onsetS, durationS: 4, text })) },
      { key: 2, annotations: [] },
    ]);
  expect(of('T1', 'T2')).not.toBe(of('T1', 'T1'));
  expect(of('T1', 'T2')).toBe(of('T1', 'blink'));
  expect(of('T2')).toBe(JSON.stringify(plan.items));
});

it('compares ways of fine-tuning without networks', async () => {
  const { methods, requests, answer } = begun();
  const model = {} as Model;
  const whole = methods.compare(planOf('wide'), true, model);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toMatchObject({ model, epochs: 20, batchSize: 16 });
  expect(requests[0]!.presets).toBeUndefined();
  answer.resolve(of('as_is'));
  await whole;
});

it('an error is told of what was compared', () => {
  expect(subjectOf({ base: null })).toBe('Comparing methods');
  expect(subjectOf({ base: {} as never })).toBe('Measuring fine-tuning');
});
