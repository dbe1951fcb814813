// Registry of the sections of the page. Their code is part of page.js, because nothing may be requested once a recording is open.
// To add one, see docs/ARCHITECTURE.md.
import type { Engine } from '../api/index.js';
import type { Actions } from './actions.js';
import type { State } from './state.js';
import type { Store } from './store.js';
import { strings } from './strings/index.js';
import { hasDrawer, isLearnSection, learnSection, workspaceOf } from './workspaces.js';

export interface Panel {
  /** After every draw of the page, while the section is open. It must cost nothing if what it shows has not changed. */
  sync(state: State): void;
  /** Once, when the page is ready for use. */
  begin?(): Promise<void>;
  /** The section was folded up: what moves by itself may rest. */
  folded?(): void;
}

/** `host` is the element to draw into; it stays the same as long as the page is there. */
export type MakePanel = (
  page: Store<State>,
  actions: Actions,
  engine: Promise<Engine>,
  host: HTMLElement,
) => Panel;

interface SectionModule {
  makePanel: MakePanel;
}

export interface Section {
  /** Of the section, and in the URL. The folder, which `load` names, may be called otherwise. */
  id: string;
  /** Accessible name of the section. */
  title: string;
  /** One sentence on what it is for. */
  summary: string;
  /** The panel draws a heading of its own; else it is above the panel. */
  hasHeading: boolean;
  needsRecording: boolean;
  load(): Promise<SectionModule>;
}

interface Entry extends Partial<Pick<Section, 'hasHeading' | 'needsRecording'>> {
  id: keyof typeof strings.sections;
  load(): Promise<SectionModule>;
}

const entries: readonly Entry[] = [
  { id: 'explain', needsRecording: true, load: () => import('./explain/index.js') },
  { id: 'inside', needsRecording: true, load: () => import('./inside/index.js') },
  { id: 'sleep', needsRecording: true, load: () => import('./sleep/index.js') },
  { id: 'train', hasHeading: true, load: () => import('./training/index.js') },
  { id: 'live', load: () => import('./live/index.js') },
  { id: 'playground', load: () => import('./playground/index.js') },
  { id: 'drill', load: () => import('./drill/index.js') },
  { id: 'writing', load: () => import('./writing/index.js') },
  { id: 'lessons', load: () => import('./lessons/index.js') },
];

/** In the order of the page. */
export const sections: readonly Section[] = entries.map((section) => ({
  hasHeading: false,
  needsRecording: false,
  ...section,
  get title() {
    return strings.sections[section.id].title;
  },
  get summary() {
    return strings.sections[section.id].summary;
  },
}));

/** The element that a section draws into. */
export function hostOf({ id, hasHeading }: Section): HTMLElement | null {
  return document.querySelector<HTMLElement>(hasHeading ? `#${id}` : `#${id}-body`);
}

/** Whether it is on the screen; what depends on a recording waits for one. */
export function isSectionOpen({ id, needsRecording }: Section, state: State): boolean {
  if (needsRecording && state.recordings.length === 0) return false;
  const { workspace, openSections } = state;
  if (id === 'inside') return hasDrawer(workspace) && openSections.includes(id);
  const isLearn = workspace === 'learn';
  if (id === 'lessons')
    return isLearn ? learnSection(state.urlSettings) !== 'writing' : openSections.includes(id);
  if (isLearnSection(id)) return isLearn && learnSection(state.urlSettings) === id;
  return workspaceOf(id, workspace) === workspace;
}

export function sectionOf(id: string): Section {
  return sections.find((section) => section.id === id)!;
}
