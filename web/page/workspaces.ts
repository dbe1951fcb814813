// The six workspaces of the page, and the workspace of each section.

export type Workspace = 'signals' | 'explain' | 'sleep' | 'train' | 'live' | 'learn';

export const workspaces: readonly Workspace[] = [
  'signals',
  'explain',
  'sleep',
  'train',
  'live',
  'learn',
];

/** Sections that are above every workspace as a sheet of their own, until they are closed. */
export const sheets = ['recording', 'data-set', 'model', 'privacy', 'help'] as const;

/** What the inspector shows next to the traces: the results, or one of the tools. */
export const inspectorTabs = ['result', 'spectrum', 'head', 'marks'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** Opened with a heading or a button of its own, in whatever workspace it is in. */
const folding = ['inside', 'lessons'] as const;

const workspaceOfSection: Record<string, Workspace> = {
  start: 'signals',
  signals: 'signals',
  results: 'signals',
  explain: 'explain',
  sleep: 'sleep',
  train: 'train',
  live: 'live',
  learn: 'learn',
  lessons: 'learn',
};

/**
 * Where a section is found, `from` where the reader is; a section that is above the workspaces leaves them as they are. Inside
 * belongs to the traces: it opens below them.
 */
export function workspaceOf(section: string, from: Workspace): Workspace {
  if (section === 'inside') return hasDrawer(from) ? from : 'explain';
  if (isLearnSection(section)) return 'learn';
  return Object.hasOwn(workspaceOfSection, section) ? workspaceOfSection[section]! : from;
}

export function isSheet(section: string): boolean {
  return (sheets as readonly string[]).includes(section);
}

export function isFolding(section: string): boolean {
  return (folding as readonly string[]).includes(section);
}

/** The traces stay on the screen; elsewhere a workspace has the whole bench. */
export function hasTraces(workspace: Workspace): boolean {
  return hasDrawer(workspace) || workspace === 'sleep';
}

/** Inside can be opened below the traces, and the inspector is next to them. In Sleep, the night is there. */
export function hasDrawer(workspace: Workspace): boolean {
  return workspace === 'signals' || workspace === 'explain' || workspace === 'live';
}

/** Of the workspaces in which something runs, with or without one of them. */
export function withRunning(
  running: readonly Workspace[],
  workspace: Workspace,
  isRunning: boolean,
): Workspace[] {
  const others = running.filter((one) => one !== workspace);
  return isRunning ? [...others, workspace] : others;
}

/** The tab that is chosen: the first tool that has one, else the results. */
export function chosenTab(tools: readonly string[]): InspectorTab {
  return inspectorTabs.find((tab) => tools.includes(tab)) ?? 'result';
}

/** Tools with another tab in front; what has no tab stays as it is. */
export function withTab(tools: readonly string[], tab: InspectorTab): string[] {
  const others = tools.filter((one) => !(inspectorTabs as readonly string[]).includes(one));
  return tab === 'result' ? others : [...others, tab];
}

/** What Learn shows next to the lessons, or, where a lesson is written, in their place. */
export const learnSections = ['playground', 'drill', 'writing'] as const;
type LearnSection = (typeof learnSections)[number];

export function isLearnSection(id: string): id is LearnSection {
  return (learnSections as readonly string[]).includes(id);
}

/** Of the settings that the address keeps. */
export function learnSection(urlSettings: Readonly<Record<string, string>>): LearnSection {
  const chosen = urlSettings['learn'] ?? '';
  return isLearnSection(chosen) ? chosen : 'playground';
}
