import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserActivity } from './user_activity.js';

describe('attention', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits while the page is used, and no longer', async () => {
    const target = new EventTarget();
    const attention = new UserActivity(target, () => true);
    expect(attention.untilIdle()).toBeNull();
    target.dispatchEvent(new Event('keydown'));
    const settled = vi.fn();
    void attention.untilIdle()!.then(settled);
    await vi.advanceTimersByTimeAsync(300);
    target.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(300);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(101);
    expect(settled).toHaveBeenCalledOnce();
    expect(attention.untilIdle()).toBeNull();
  });

  it('keeps nobody waiting where there are cores enough', () => {
    const target = new EventTarget();
    const attention = new UserActivity(target, () => false);
    target.dispatchEvent(new Event('keydown'));
    expect(attention.untilIdle()).toBeNull();
  });
});
