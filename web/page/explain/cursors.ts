// Cursors on the figures of Explain, by key and by pointer: map, head and deletion curve.
import { arrowDirections, electrodeBeside } from '../../plot/head.js';
import type { Store } from '../store.js';
import type { ExplainState, Picture } from './state.js';

const inside = (value: number, n: number) => Math.min(n - 1, Math.max(0, value));

export function moveCursor(store: Store<ExplainState>, row: number, time: number): void {
  const { picture } = store.state;
  if (!picture) return;
  store.update({
    cursor: { row: inside(row, picture.rows.length), time: inside(time, picture.nTimes) },
  });
}

/** Each of these answers whether the key meant something. */
export type Press = (store: Store<ExplainState>, key: string) => boolean;

export const pressOnMap: Press = (store, key) => {
  const { picture, cursor } = store.state;
  if (!picture) return false;
  const far = Math.max(1, Math.round(picture.nTimes / 20));
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [0, -far],
    PageDown: [0, far],
    Home: [0, -picture.nTimes],
    End: [0, picture.nTimes],
  };
  const step = steps[key];
  if (!step) return false;
  moveCursor(store, cursor.row + step[0], cursor.time + step[1]);
  return true;
};

/** Arrows move over the head; Home and End to the strongest evidence for the class and against it. */
export const pressOnHead: Press = (store, key) => {
  const { picture, cursor, positions } = store.state;
  if (!picture?.byChannel.length) return false;
  const { chNames, byChannel } = picture;
  const electrodes = chNames.flatMap((name, row) => {
    const at = positions.get(name);
    return at ? [{ name, at, row }] : [];
  });
  const direction = arrowDirections[key];
  if (!direction && key !== 'Home' && key !== 'End') return false;
  const here = electrodes.find(({ row }) => row === cursor.row);
  const ranked = [...electrodes].sort((a, b) => byChannel[b.row]! - byChannel[a.row]!);
  const to = direction
    ? electrodeBeside(electrodes, here?.at ?? { x: 0, y: 0 }, direction)
    : ranked.at(key === 'Home' ? 0 : -1);
  if (to) moveCursor(store, to.row, cursor.time);
  return true;
};

export const pressOnDeletion: Press = (store, key) => {
  const { picture, deletionPoint } = store.state;
  const n = picture?.checks.deletion?.curve.length ?? 0;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -n, End: n };
  const step = steps[key];
  if (!n || step === undefined) return false;
  store.update({ deletionPoint: inside(deletionPoint + step, n) });
  return true;
};

/** Rank of an electrode; 1 is the strongest evidence for the class. */
export function rankOf({ byChannel }: Picture, row: number): number {
  let rank = 1;
  for (const value of byChannel) if (value > byChannel[row]!) rank++;
  return rank;
}
