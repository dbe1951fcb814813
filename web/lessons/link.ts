// Links in lessons and to lessons: `#sample&p=signals&t=26` is a view, `lesson=alpha.2` a step of a lesson.

/** "alpha.3" is the third step; null if it is not a lesson. */
export function readLink(text: string): { id: string; step: number } | null {
  const found = /^([a-z][a-z0-9-]*)(?:\.(\d{1,3}))?$/.exec(text);
  return found ? { id: found[1]!, step: Math.max(0, Number(found[2] ?? 1) - 1) } : null;
}

export function writeLink(id: string, step: number): string {
  return step > 0 ? `${id}.${step + 1}` : id;
}

/** A view of a lesson: whether it needs the sample, and the fragment that shows it. */
export interface WantedView {
  wantsSample: boolean;
  fragment: string;
  place: string;
}

export function readView(fragment: string): WantedView {
  const pairs = fragment.split('&').filter((pair) => pair !== '' && pair !== 'sample');
  const wantsSample = fragment.split('&').includes('sample');
  const plain = pairs.length === 1 && !pairs[0]!.includes('=');
  const place = plain ? pairs[0]! : (new URLSearchParams(pairs.join('&')).get('p') ?? '');
  return { wantsSample, fragment: pairs.join('&'), place };
}

/** The same view with the lesson open. */
export function withLesson(fragment: string, link: string): string {
  const view = new URLSearchParams(fragment);
  const open = (view.get('open') ?? '').split(',').filter((id) => id !== '' && id !== 'lessons');
  view.set('open', [...open, 'lessons'].join(','));
  if (link) view.set('lesson', link);
  else view.delete('lesson');
  return view.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('+', '%20');
}
