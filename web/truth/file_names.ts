// Subject, state and classes by the name of a file.

/** Names of the EEG Motor Movement/Imagery set: "S007R04.edf" is run 4 of subject 7. */
export function motorName(name: string): { person: number; run: number } | null {
  const found = /^S(\d{1,4})R(\d{1,2})(?!\d)/i.exec(name);
  return found ? { person: Number(found[1]), run: Number(found[2]) } : null;
}

export function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '') || name;
}

/** Words as a part of the name of a file: letters and digits of any language, joined by hyphens. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/** What a file that is saved beside a recording holds: what a model says, annotations, or stages of sleep. */
export type SavedKind = 'eegate' | 'annotations' | 'stages';

/** Kinds have different names, so that none is taken for another. In BIDS, events are a derivative beside the recording's own table. */
export function savedName(recording: string, kind: SavedKind, ending: string): string {
  const own = stem(recording);
  const bids = /^(sub-[^_]+(?:_[a-z]+-[^_]+)*)_(?:eeg|ieeg|meg)$/i.exec(own)?.[1];
  return bids && ending === 'tsv' ? `${bids}_desc-${kind}_events.tsv` : `${own}_${kind}.${ending}`;
}

/** Subject by the file name; if the name does not give one, each file is a subject. */
export function usualPerson(name: string): string {
  const bids = /^sub-([a-z0-9+]+)_/i.exec(name)?.[1];
  if (bids) return bids;
  const found = motorName(name) ?? /^(?:sub|subject|person|patient|s)[-_ ]?0*(\d+)/i.exec(name);
  if (!found) return stem(name);
  return String('person' in found ? found.person : Number(found[1]));
}

/** State during the whole recording. */
export function usualState(name: string): string {
  const run = motorName(name)?.run;
  return run === 1 ? 'eyes open' : run === 2 ? 'eyes closed' : stem(name);
}

/** Class for the text of an annotation. */
export function usualClass(name: string, text: string): string {
  const run = motorName(name)?.run ?? 0;
  if (text === 'T0' && (run === 1 || run === 2)) return usualState(name); // all of it is rest
  const side = { T1: 0, T2: 1 }[text];
  if (run < 3 || run > 14 || side === undefined) return text;
  const isFeet = run % 4 === 1 || run % 4 === 2; // 5, 6, 9, 10, 13, 14
  return (isFeet ? ['both fists', 'both feet'] : ['left fist', 'right fist'])[side]!;
}

/** Texts of rest between the classes. */
export function isRest(text: string): boolean {
  return /^(T0|rest|baseline|pause|fixation|boundary|recording (starts|ends))$/i.test(text.trim());
}
