import { describe, expect, it } from 'vitest';
import { channelSteps } from './channel_menu.js';
import type { Recording } from '../api/index.js';
import type { View } from './state.js';

const view = (change: Partial<View>) =>
  ({ picked: null, hidden: [], bad: [], reference: 'recorded', ...change }) as unknown as View;

describe('the menu of a channel', () => {
  it('hides it once, and picks it no more', () => {
    expect(channelSteps.hide(view({ hidden: ['Cz'] }), 'Cz').hidden).toEqual(['Cz']);
    const after = channelSteps.hide(view({ picked: ['Cz', 'Pz'] }), 'Cz');
    expect(after).toEqual({ hidden: ['Cz'], picked: ['Pz'] });
    expect(channelSteps.hide(view({ picked: ['Cz'] }), 'Cz').picked).toBeNull();
  });

  it('marks it as bad and as good again', () => {
    expect(channelSteps.bad(view({ bad: ['T7'] }), 'Cz')).toEqual({ bad: ['T7', 'Cz'] });
    expect(channelSteps.bad(view({ bad: ['T7', 'Cz'] }), 'Cz')).toEqual({ bad: ['T7'] });
  });

  it('shows it alone, though it was hidden; measures against it; takes all back', () => {
    expect(channelSteps.only(view({ hidden: ['Cz'] }), 'Cz')).toMatchObject({
      picked: ['Cz'],
      hidden: [],
    });
    expect(channelSteps.reference(view({}), 'Cz').reference).toBe('at:Cz');
    const all = view({ picked: ['Cz'], hidden: ['Pz'], bad: ['T7'], reference: 'average' });
    const channels = [
      { name: 'Cz', isBad: false },
      { name: 'Fz', isBad: true },
    ];
    const reset = channelSteps.reset(all, 'Cz', { channels } as unknown as Recording);
    expect({ ...all, ...reset }).toMatchObject(view({ bad: ['Fz'] })); // by the file
  });
});
