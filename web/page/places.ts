// The places of the page beside its core: each a card. Their code is part of page.js, because nothing may be requested once a
// recording is open. To add one: a line here, a folder with an `index.ts`, a style sheet.
import type { Engine } from '../api/index.js';
import type { Actions } from './actions.js';
import type { State } from './state.js';
import type { Store } from './store.js';
import { words } from './words/index.js';

export interface Panel {
  /** After every draw of the page, while the place is open. It must cost nothing if what it shows has not changed. */
  sync(state: State): void;
  /** Once, when the page is ready for use. */
  begin?(): Promise<void>;
  /** The place was folded up: what moves by itself may rest. */
  folded?(): void;
}

export interface PlaceModule {
  /** `host` is the element to draw into; it stays the same as long as the page is there. */
  makePanel(
    page: Store<State>,
    actions: Actions,
    engine: Promise<Engine>,
    host: HTMLElement,
  ): Panel;
}

export interface Place {
  /** Of the section, and in the URL. The folder, which `load` names, may be called otherwise. */
  id: string;
  /** Accessible name of the section. */
  title: string;
  /** In the bar at the top. */
  short: string;
  /** One sentence, shown while the place is folded up. */
  summary: string;
  /** Folded up until asked for; otherwise always open, and the panel draws its own heading. */
  isFolding: boolean;
  needsRecording: boolean;
  load(): Promise<PlaceModule>;
}

/** In the order of the page. */
export const places: readonly Place[] = [
  {
    id: 'explain',
    ...words.places.explain,
    isFolding: true,
    needsRecording: true,
    load: () => import('./explain/index.js'),
  },
  {
    id: 'inside',
    ...words.places.inside,
    isFolding: true,
    needsRecording: true,
    load: () => import('./inside/index.js'),
  },
  {
    id: 'train',
    ...words.places.train,
    isFolding: false,
    needsRecording: false,
    load: () => import('./training/index.js'),
  },
  {
    id: 'live',
    ...words.places.live,
    isFolding: true,
    needsRecording: false,
    load: () => import('./live/index.js'),
  },
  {
    id: 'playground',
    ...words.places.playground,
    isFolding: true,
    needsRecording: false,
    load: () => import('./playground/index.js'),
  },
  {
    id: 'lessons',
    ...words.places.lessons,
    isFolding: true,
    needsRecording: false,
    load: () => import('./lessons/index.js'),
  },
];

/** The element that a place draws into. */
export function hostOf({ id, isFolding }: Place): HTMLElement | null {
  return document.querySelector<HTMLElement>(isFolding ? `#${id}-body` : `#${id}`);
}

export function isPlaceShown(place: Place, { recordings }: State): boolean {
  return !place.needsRecording || recordings.length > 0;
}

export function isPlaceOpen(place: Place, state: State): boolean {
  return isPlaceShown(place, state) && (!place.isFolding || state.openPlaces.includes(place.id));
}
