// What the fragment of the URL says: a view, never data. `#p=signals&t=12&span=10&ch=C3,C4&e=4`
import { isSample } from './sample.js';
import { currentModel, currentRecording, type State, type View } from './state.js';
import type { Workspace } from './workspaces.js';

export interface Address {
  /** Section to go to. */
  place?: string;
  open?: string[];
  tools?: string[];
  model?: string;
  /** It is a view of the sample, which everyone has. */
  isOfSample?: boolean;
  /** Index of the chosen epoch. */
  epoch?: number;
  /** The view was given a time of its own: choosing the epoch must not move it. */
  hasTime?: boolean;
  view: Partial<View>;
  /** Settings of places, under keys of their own. */
  urlSettings: Record<string, string>;
}

const number = (text: string | undefined): number | undefined =>
  text !== undefined && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : undefined;
const list = (text: string): string[] => text.split(',').filter((one) => one !== '');
const within = (value: number | undefined, low: number, high: number): number | undefined =>
  value !== undefined && value >= low && value <= high ? value : undefined;

type Reader = (text: string, address: Address) => void;

/** A value that makes no sense is left out. */
function setView<K extends keyof View>(
  key: K,
  read: (text: string) => View[K] | undefined,
): Reader {
  return (text, { view }) => {
    const value = read(text);
    if (value !== undefined) view[key] = value;
  };
}
const edge = (text: string) => (text === 'off' ? null : within(number(text), 0.01, 10_000));

const readers: Record<string, Reader> = {
  p: (text, address) => (address.place = text),
  open: (text, address) => (address.open = list(text)),
  tools: (text, address) => (address.tools = list(text)),
  model: (text, address) => (address.model = text.replace(/(\.safetensors)?$/, '.safetensors')),
  sample: (_, address) => (address.isOfSample = true), // also without a value, as lessons write it
  e: (text, address) => {
    const epoch = within(number(text), 1, 1e9);
    if (epoch !== undefined) address.epoch = Math.round(epoch) - 1; // as the table counts
  },
  t: setView('startS', (text) => within(number(text), 0, 1e9)),
  span: setView('spanS', (text) => within(number(text), 0.1, 1e9)),
  gain: setView('uvPerMm', (text) => within(number(text), 0.01, 1e6)),
  up: setView('isNegativeUp', (text) => text === 'negative' || undefined),
  row: setView('firstRow', (text) => within(number(text), 0, 1e5)),
  rows: setView('nRows', (text) => within(number(text), 1, 1e5)),
  ch: setView('picked', (text) => (list(text).length ? list(text) : null)),
  hide: setView('hidden', list),
  bad: setView('bad', list),
  ref: setView('reference', (text) => text),
  filter: setView('filtering', (text) =>
    text === 'none' || text === 'model' || text === 'own' ? text : undefined,
  ),
  hp: setView('highpassHz', edge),
  lp: setView('lowpassHz', edge),
  notch: setView('notchHz', edge),
};

export function readFragment(fragment: string): Address {
  const address: Address = { view: {}, urlSettings: {} };
  const text = fragment.replace(/^#/, '');
  if (text && !text.includes('=')) return { ...address, place: text }; // a plain link to a section
  for (const [key, value] of new URLSearchParams(text)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (read) read(value, address);
    else if (/^[a-z][a-z0-9]{0,15}$/.test(key)) address.urlSettings[key] = value;
  }
  return address;
}

/** The same view in a workspace. */
export function inWorkspace(fragment: string, workspace: Workspace): string {
  const others = fragment.split('&').filter((one) => one.includes('=') && !one.startsWith('p='));
  return [...(workspace === 'signals' ? [] : [`p=${workspace}`]), ...others].join('&');
}

/** What a fragment says of a recording that is still to be opened, next to what the page is otherwise. */
export function withWaiting(text: string, waiting: string): string {
  const isOfView = (pair: string) => {
    const [key = ''] = pair.split('=');
    return Object.hasOwn(readers, key) && !['p', 'open', 'model'].includes(key);
  };
  return [text, ...waiting.split('&').filter(isOfView)].filter(Boolean).join('&');
}

const short = (value: number): string => String(Number(value.toFixed(3)));

/** Only what a newcomer with the same files could show again: names of files stay out. */
export function writeFragment(state: State): string {
  const pairs: [string, string][] = [];
  const add = (key: string, value: string | undefined | false | null) => {
    if (value) pairs.push([key, value]);
  };
  const entry = currentRecording(state);
  const model = currentModel(state);
  add('p', state.workspace !== 'signals' && state.workspace);
  add('open', state.openSections.join(','));
  add('model', model?.isBundled && model !== state.models[0] && model.key);
  if (entry) {
    const { view, run } = entry;
    add('sample', isSample(entry) && '1');
    add('t', short(view.startS));
    add('span', short(view.spanS));
    add('gain', short(view.uvPerMm));
    add('up', view.isNegativeUp && 'negative');
    add('row', view.firstRow > 0 && short(view.firstRow));
    add('rows', short(view.nRows));
    add('ch', view.picked?.join(','));
    add('hide', view.hidden.join(','));
    add('bad', view.bad.join(','));
    add('ref', view.reference !== 'recorded' && view.reference);
    add('filter', view.filtering !== 'none' && view.filtering);
    if (view.filtering === 'own')
      for (const [key, hz] of [
        ['hp', view.highpassHz],
        ['lp', view.lowpassHz],
        ['notch', view.notchHz],
      ] as const)
        add(key, hz === null ? 'off' : short(hz));
    add('tools', state.tools.join(','));
    add('e', run && run.selected !== null && short(run.selected + 1));
  }
  for (const [key, value] of Object.entries(state.urlSettings)) add(key, value);
  const encoded = (text: string) =>
    encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
  return pairs.map(([key, value]) => `${key}=${encoded(value)}`).join('&');
}
