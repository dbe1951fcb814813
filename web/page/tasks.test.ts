import { describe, expect, it, vi } from 'vitest';
import { EegateError } from '../api/index.js';
import { initialState, type State } from './state.js';
import { Store } from './store.js';
import { Tasks } from './tasks.js';
import { strings } from './strings/index.js';

function made() {
  const store = new Store<State>({ ...initialState(), isBusy: false }, () => undefined);
  return { store, tasks: new Tasks(store) };
}

/** A body that ends when it is told to. */
function held() {
  let end!: () => void, fail!: (error: Error) => void;
  const body = new Promise<void>((resolve, reject) => ([end, fail] = [resolve, reject]));
  return { body: () => body, end, fail };
}

const broken = (code: string) => new EegateError({ code, message: code });
const codes = (store: Store<State>) => store.state.alerts.map(({ error }) => error.code);

describe('tasks', () => {
  it('leave the page busy until the last of them has ended, in whatever order', async () => {
    const { store, tasks } = made();
    const [first, second] = [held(), held()];
    const both = [tasks.busy('open', 'one', first.body), tasks.busy('open', 'two', second.body)];
    expect(store.state.isBusy).toBe(true);
    first.end();
    await both[0];
    expect(store.state.isBusy).toBe(true);
    second.end();
    await both[1];
    expect(store.state.isBusy).toBe(false);
  });

  it('end when they throw', async () => {
    const { store, tasks } = made();
    const failing = tasks.busy('open', 'one', async () => {
      throw broken('BAD');
    });
    await expect(failing).rejects.toMatchObject({ code: 'BAD' });
    expect(store.state.isBusy).toBe(false);
  });

  it('take away what an earlier one of their kind said, and nothing else', async () => {
    const { store, tasks } = made();
    const failing = (code: string) => async () => {
      throw broken(code);
    };
    const open = (code: string) =>
      tasks.busy('open', '', (task) => task.attempt('file', failing(code)));
    tasks.report(broken('NOT_HERE'), 'a bundled model');
    await open('BAD_1');
    await tasks.attempt('report', 'report', failing('BAD_REPORT'));
    expect(codes(store)).toEqual(['NOT_HERE', 'BAD_1', 'BAD_REPORT']);
    await open('BAD_2');
    expect(codes(store)).toEqual(['NOT_HERE', 'BAD_REPORT', 'BAD_2']);
  });

  it('keep what another of their kind said that goes on still', async () => {
    const { store, tasks } = made();
    const long = held();
    const first = tasks.busy('open', 'one', async (task) => {
      task.report(broken('BAD_1'), 'one.edf');
      await long.body();
    });
    await tasks.busy('open', 'two', async () => undefined);
    expect(codes(store)).toEqual(['BAD_1']);
    long.end();
    await first;
    await tasks.busy('open', 'three', async () => undefined);
    expect(codes(store)).toEqual([]);
  });

  it('say what they do, and what became of them', async () => {
    const { store, tasks } = made();
    const one = held();
    const running = tasks.busy('open', 'opening one.edf', one.body);
    expect(store.state.status).toBe('opening one.edf');
    one.end();
    await running;
    expect(store.state.status).toBe('opening one.edf');
    await tasks.attempt('save', 'results.csv', async () => {
      throw broken('BAD');
    });
    expect(store.state.status).toBe(strings.status.failed('results.csv'));
    expect(store.state.alerts).toMatchObject([{ subject: 'results.csv', by: { kind: 'save' } }]);
  });

  it('that nobody waits for do not make the page busy', async () => {
    const { store, tasks } = made();
    const one = held();
    const running = tasks.attempt('save', 'results.csv', one.body);
    expect(store.state.isBusy).toBe(false);
    one.end();
    await running;
    expect(store.state.isBusy).toBe(false);
  });

  it('tell what nobody expected as a failure of the page', () => {
    const { store, tasks } = made();
    const [known, error] = [broken('KNOWN'), new TypeError('x is not a function')];
    tasks.report(known, 'a');
    tasks.report(error, 'b');
    tasks.report('plain text', 'c');
    const [first, second, third] = store.state.alerts;
    expect(first).toEqual({ error: known, subject: 'a', by: null });
    expect(second!.error).toMatchObject({
      code: 'PAGE_FAILED',
      message: 'x is not a function',
      hint: strings.errors.unexpectedHint,
      cause: error,
    });
    expect(third!.error).toMatchObject({ code: 'PAGE_FAILED', message: 'plain text' });
  });

  it('change nothing of the state that stays as it is', async () => {
    const { store, tasks } = made();
    const { alerts } = store.state;
    const update = vi.spyOn(store, 'update');
    await tasks.attempt('save', 'results.csv', async () => undefined);
    expect(store.state.alerts).toBe(alerts);
    expect(update.mock.calls.some(([change]) => typeof change === 'object')).toBe(false);
    const [one, two] = [held(), held()];
    const both = [tasks.busy('open', '', one.body), tasks.busy('open', '', two.body)];
    one.end();
    two.end();
    await Promise.all(both);
    const busy = update.mock.calls.flatMap(([change]) =>
      'isBusy' in change ? [change.isBusy] : [],
    );
    expect(busy).toEqual([true, false]);
  });

  it('can be waited for by kind', async () => {
    const { tasks } = made();
    const [opening, writing] = [held(), held()];
    const both = [tasks.busy('open', '', opening.body), tasks.busy('report', '', writing.body)];
    let isFree = false;
    const free = tasks.untilIdle('open').then(() => (isFree = true));
    await Promise.resolve();
    expect(isFree).toBe(false);
    const late = held(); // begun while somebody waits: it belongs to what is waited for
    both.push(tasks.busy('open', '', late.body));
    opening.fail(broken('BAD'));
    await both[0]!.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve));
    expect(isFree).toBe(false);
    late.end();
    await free;
    expect(isFree).toBe(true);
    writing.end();
    await Promise.allSettled(both);
  });
});

it('progress does not take away what was said a moment ago', () => {
  const store = new Store<State>(initialState(), () => undefined);
  let nowMs = 50;
  const tasks = new Tasks(store, () => nowMs);
  expect(tasks.sayProgress('epoch 1')).toBe(true);
  tasks.say('Saved a.csv');
  for (nowMs of [100, 3000, 5900]) expect(tasks.sayProgress('epoch 2')).toBe(false);
  expect(store.state.status).toBe('Saved a.csv');
  tasks.say('Saved b.csv');
  expect(store.state.status).toBe('Saved b.csv');
  nowMs = 12_000;
  expect(tasks.sayProgress('epoch 9')).toBe(true);
  expect(tasks.sayProgress('epoch 10')).toBe(true);
  expect(store.state.status).toBe('epoch 10');
});
