// The views beside a lesson: elements for those that a page can show, a link to the page for the others.
import { html, nothing, type TemplateResult } from 'lit';
import { besideScript } from '../api/assets.js';
import { withLesson, type WantedView } from '../lessons/link.js';
import type { EegLesson } from './lesson.js';
import { elementWords } from './strings.js';

const said = elementWords.lesson;

/** What a reader has come to; `used`: tags of elements. */
interface Shown {
  used: ReadonlySet<string>;
  modelInView: string | null;
  /** To this step in the page; empty: the page does not have this lesson. */
  link: string;
}

/** Elements stay once they were used, so that nothing is opened again when a reader goes to and fro. */
export function lessonViews(
  { recording, recordingFile, model, theme, page }: EegLesson,
  wanted: WantedView,
  { used, modelInView, link }: Shown,
): TemplateResult {
  const tag = viewTags[wanted.place];
  const view = new URLSearchParams(wanted.fragment);
  const isSample = wanted.wantsSample || !(recordingFile || recording);
  const file = isSample ? null : recordingFile;
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
    ${tag ? nothing : elsewhere(wanted, page, link)}
  </div>`;
}

/** Training, live decoding and the like need the whole page. */
function elsewhere(
  { fragment, place }: WantedView,
  given: string | null,
  link: string,
): TemplateResult {
  const view = fragment.includes('=') ? fragment : `p=${place}`;
  const page = linkedPage(given) ?? new URL(besideScript('eegate.html'), document.baseURI);
  page.hash = link ? withLesson(view, link) : view;
  return html`<p class="elsewhere" part="elsewhere" role="status">
    ${said.needsPage}
    <a href=${page.href} target="_blank" rel="noopener">${said.openPage}</a>.
  </p>`;
}

/** An address of the web, or one relative to this document. Any other scheme, `javascript:` among them, is no link to a page. */
function linkedPage(given: string | null): URL | null {
  if (given === null || !URL.canParse(given, document.baseURI)) return null;
  const isRelative = !URL.canParse(given);
  const url = new URL(given, document.baseURI);
  return isRelative || /^https?:$/.test(url.protocol) ? url : null;
}

/** The element that shows a place of the page; other places need the page. */
export const viewTags: Record<string, string | undefined> = {
  signals: 'eeg-viewer',
  results: 'eeg-classifier',
  model: 'eeg-classifier',
};
