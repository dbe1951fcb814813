import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnginePool, Resource } from '../worker/pool.js';
import { SharedPlan } from './shared_plan.js';

/** Plans with ids 1, 2 ..., and the resources that were closed. */
function shared() {
  const made: Resource[] = [];
  const closed: number[] = [];
  const close = async (resource: Resource) => {
    closed.push(made.indexOf(resource) + 1);
    resource.onReleased?.();
  };
  const plan = new SharedPlan({ close } as unknown as EnginePool, () => {
    made.push({ what: 'classification', needs: [], open: vi.fn(), close: vi.fn() });
    return { id: made.length, resource: made.at(-1)! };
  });
  return { plan, made, closed };
}

describe('a plan in the engines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is shared, and closed at once when its last user ends, then made again', () => {
    const { plan, closed } = shared();
    const [first, second] = [plan.borrow(), plan.borrow()];
    expect([first.held.id, second.held.id]).toEqual([1, 1]);
    first.end();
    vi.runAllTimers();
    expect(closed).toEqual([]);
    second.end();
    expect(closed).toEqual([1]);
    expect(plan.borrow().held.id).toBe(2);
  });

  it('is kept for some time after a use, from the last one on', async () => {
    const { plan, closed } = shared();
    expect(await plan.with(async ({ id }) => id)).toBe(1);
    vi.advanceTimersByTime(19_000);
    await expect(plan.with(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    vi.advanceTimersByTime(19_000);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(closed).toEqual([1]);
  });

  it('is kept also where timers are numbers', () => {
    const { plan } = shared();
    vi.stubGlobal('setTimeout', () => 1);
    expect(() => plan.borrow().endLater()).not.toThrow();
  });

  it('is forgotten when its recording or model is closed, and only then', () => {
    const { plan, made, closed } = shared();
    const user = plan.borrow();
    made[0]!.onReleased!();
    expect(plan.borrow().held.id).toBe(2);
    made[0]!.onReleased!(); // of the former plan
    expect(plan.borrow().held.id).toBe(2);
    user.end();
    expect(closed).toEqual([]);
  });

  it('that was forgotten while it was kept is not closed again', () => {
    const { plan, made, closed } = shared();
    plan.borrow().endLater();
    made[0]!.onReleased!();
    expect(vi.getTimerCount()).toBe(0);
    vi.runAllTimers();
    expect(closed).toEqual([]);
  });

  it('is closed for ever once, whoever uses it', async () => {
    const { plan, closed } = shared();
    const user = plan.borrow();
    await plan.close();
    expect(closed).toEqual([1]);
    user.endLater();
    expect(vi.getTimerCount()).toBe(0);
    await plan.close();
    expect(closed).toEqual([1]);
    expect(() => plan.borrow()).toThrow(expect.objectContaining({ code: 'SESSION_CLOSED' }));
  });

  it('is closed when it is closed while it is kept', async () => {
    const { plan, closed } = shared();
    plan.borrow().endLater();
    await plan.close();
    expect([closed, vi.getTimerCount()]).toEqual([[1], 0]);
  });
});
