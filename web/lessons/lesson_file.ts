// Data of a lesson in a single-file page apart from its text, and the text adapted to an excerpt of its recording.

export interface LessonAbout {
  /** The recording of the lesson: the simulated sample, or the one in the file. */
  recording: 'sample' | 'carried';
  /** File name of the model; null: the default of the page. */
  model: string | null;
  /** In which it was written, as "de"; empty in files of earlier versions. */
  language: string;
}

export function writeAbout({ recording, model, language }: LessonAbout): string {
  return JSON.stringify({ version: 1, recording, model, language });
}

/** Invalid values get their defaults. */
export function readAbout(text: string): LessonAbout {
  const given = parsed(text);
  return {
    recording: given?.recording === 'carried' ? 'carried' : 'sample',
    model: typeof given?.model === 'string' ? given.model : null,
    language: typeof given?.language === 'string' ? given.language : '',
  };
}

function parsed(text: string): Partial<Record<keyof LessonAbout, unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<keyof LessonAbout, unknown>> | null;
  } catch {
    return null;
  }
}

const view = /#[^\s)"'<>#]*[a-z]=[^\s)"'<>#]*/g;

/**
 * The lesson for an excerpt that begins at `startS` of the recording: times of its views are shifted, and rows of results, whose
 * indices change, are removed. Views of the sample stay.
 */
export function forExcerpt(text: string, startS: number): string {
  return text.replace(view, (fragment) => {
    const pairs = fragment.slice(1).split('&');
    if (pairs.includes('sample')) return fragment;
    const kept = pairs.filter((pair) => !/^e=\d/.test(pair)).map((pair) => shifted(pair, startS));
    return `#${kept.join('&')}`;
  });
}

function shifted(pair: string, startS: number): string {
  const time = /^t=(\d+(?:\.\d+)?)$/.exec(pair)?.[1];
  if (time === undefined) return pair;
  return `t=${Number(Math.max(0, Number(time) - startS).toFixed(3))}`;
}

const link = /#[^\s)"'<>#]+/g;
const ofSample = (fragment: string) => fragment.slice(1).split('&').includes('sample');

/** How many views of a lesson open the simulated sample. */
export const nSampleViews = (text: string): number =>
  (text.match(link) ?? []).filter(ofSample).length;

/** The same views of whatever recording is open. */
export function withoutSample(text: string): string {
  return text.replace(link, (fragment) => {
    if (!ofSample(fragment)) return fragment;
    const others = fragment
      .slice(1)
      .split('&')
      .filter((pair) => pair !== 'sample');
    return `#${others.join('&') || 'p=signals'}`;
  });
}
