// The views of a lesson: elements for those that can be shown here, links to the page for the others.
import { html, nothing, type TemplateResult } from 'lit';
import { inPackage } from '../api/address.js';
import { scriptUrl } from '../api/assets.js';
import { withLesson, type WantedView } from '../lessons/link.js';
import type { EegLesson } from './lesson.js';
import { elementStrings } from './strings.js';

const strings = elementStrings.lesson;

/** The state of the views; `used`: tags of elements that were shown. */
interface Shown {
  used: ReadonlySet<string>;
  modelInView: string | null;
  /** Link to this step in the page; empty if the page does not have the lesson. */
  link: string;
}

/** Elements stay once they were shown, so that going back opens nothing again. */
export function lessonViews(
  { recording, recordingFile, model, theme, page }: EegLesson,
  wanted: WantedView,
  { used, modelInView, link }: Shown,
): TemplateResult {
  const tag = viewTags[wanted.place];
  const view = new URLSearchParams(wanted.fragment);
  const isSample = wanted.wantsSample || !(recordingFile || recording);
  const file = isSample ? null : recordingFile;
  const isPart = tag && unshown.some((key) => view.has(key));
  const src = isSample || file ? nothing : recording;
  const colors = theme ?? nothing;
  const viewer = () =>
    html`<eeg-viewer
      fixed
      exportparts="base: view, traces, slider"
      ?hidden=${tag !== 'eeg-viewer'}
      ?sample=${isSample}
      .file=${file}
      src=${src ?? nothing}
      theme=${colors}
      channels=${view.get('ch') ?? nothing}
      start=${view.get('t') ?? 0}
      duration=${view.get('span') ?? 10}
    ></eeg-viewer>`;
  const classifier = () =>
    html`<eeg-classifier
      fixed
      autorun
      exportparts="base: view, strip, summary, compatibility"
      ?hidden=${tag !== 'eeg-classifier'}
      ?sample=${isSample}
      .file=${file}
      src=${src ?? nothing}
      theme=${colors}
      model=${modelInView ?? model}
    ></eeg-classifier>`;
  return html`<div class="views">
    ${used.has('eeg-viewer') ? viewer() : nothing}
    ${used.has('eeg-classifier') ? classifier() : nothing}
    ${tag && !isPart ? nothing : elsewhere(wanted, page, link, isPart ? strings.partOfView : strings.needsPage)}
  </div>`;
}

/** Parts of a view that only the page has. */
const unshown = ['gain', 'ref', 'filter', 'hide', 'bad', 'e'];

/** A link for views that need the page, such as training, or of which the elements show a part. */
function elsewhere(
  { fragment, place }: WantedView,
  given: string | null,
  link: string,
  why: string,
): TemplateResult {
  const view = fragment.includes('=') ? fragment : `p=${place}`;
  const page = linkedPage(given) ?? pageBeside(scriptUrl(), document.baseURI);
  if (page) page.hash = link ? withLesson(view, link) : view;
  const opened = () =>
    html`: <a href=${page!.href} target="_blank" rel="noopener">${strings.openPage}</a>`;
  return html`<p class="elsewhere" part="elsewhere" role="status">
    ${why}${page ? opened() : nothing}.
  </p>`;
}

/** The page next to this script; null where a bundler has moved the script, because it takes no page along. */
export function pageBeside(script: string, base: string): URL | null {
  const isMoved = !/\/eegate[-_][\w-]+\.js\b[^/]*$/.test(script);
  const isElsewhere = script.startsWith('file:') && !base.startsWith('file:'); // the place when it was bundled
  return isMoved || isElsewhere ? null : inPackage(new URL('./eegate.html', script));
}

/** A web address, or one relative to this document; null for any other scheme, such as `javascript:`. */
function linkedPage(given: string | null): URL | null {
  if (given === null || !URL.canParse(given, document.baseURI)) return null;
  const isRelative = !URL.canParse(given);
  const url = new URL(given, document.baseURI);
  return isRelative || /^https?:$/.test(url.protocol) ? url : null;
}

/** The element for a view of the page; other views need the page. */
export const viewTags: Record<string, string | undefined> = {
  signals: 'eeg-viewer',
  results: 'eeg-classifier',
  model: 'eeg-classifier',
};
