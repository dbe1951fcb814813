// The menu of a channel: opened on its name, by a key or by a button. Every step can be undone.
import type { Actions } from './actions.js';
import type { Recording } from '../api/index.js';
import type { View } from './state.js';
import { badByFile } from './view_steps.js';

export const menuId = 'channel-menu';

/** `place` is on the screen; null: below the button. */
export function openChannelMenu(
  name: string,
  place: { x: number; y: number } | null,
  actions: Actions,
): void {
  const menu = document.getElementById(menuId);
  if (!menu) return;
  actions.set({ channelMenu: name });
  if (!menu.matches(':popover-open')) menu.showPopover(); // which puts it below its button
  if (!place) return;
  menu.style.setProperty('--left', `${place.x}px`);
  menu.style.setProperty('--top', `${Math.min(place.y, innerHeight - menu.offsetHeight - 8)}px`);
}

const toggled = (names: readonly string[], name: string): string[] =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name];

type ChannelStep = (view: View, name: string, recording: Recording) => Partial<View>;

export const channelSteps = {
  only: (_, name) => ({ picked: [name], hidden: [], firstRow: 0 }),
  hide: ({ hidden, picked }, name) => {
    const left = picked?.filter((one) => one !== name) ?? null;
    return { hidden: [...new Set([...hidden, name])], picked: left?.length ? left : null };
  },
  bad: ({ bad }, name) => ({ bad: toggled(bad, name) }),
  reference: (_, name) => ({ reference: `at:${name}`, firstRow: 0 }),
  reset: (_view, _name, recording) => ({
    ...{ picked: null, hidden: [], bad: badByFile(recording) },
    ...{ reference: 'recorded', firstRow: 0 },
  }),
} satisfies Record<string, ChannelStep>;
