// Views that a lesson can show: a section, and for sections with traces the part of the address that describes the current view.
import { writeFragment } from '../address.js';
import { settingsKey } from '../playground/settings_text.js';
import { isSample } from '../sample.js';
import { currentRecording, type State } from '../state.js';

/** Those next to the traces, then those without. */
export const placesWithTraces = ['signals', 'results', 'explain', 'inside', 'live'] as const;
export const placesAlone = ['train', 'playground', 'drill'] as const;
export type ViewPlace = (typeof placesWithTraces)[number] | (typeof placesAlone)[number];

const ofTheView = /^(model|t|span|gain|row|rows|ch|hide|bad|ref|filter|hp|lp|notch|tools|e)=/;

/** Without "#". */
export function viewOf(state: State, place: ViewPlace): string {
  const planted = place === 'playground' ? state.urlSettings[settingsKey] : '';
  if (planted) return `p=${place}&${settingsKey}=${planted}`;
  if ((placesAlone as readonly string[]).includes(place)) return place;
  const entry = currentRecording(state);
  const isOfPage = !entry || isSample(entry);
  const pairs = writeFragment(state)
    .split('&')
    .filter((pair) => ofTheView.test(pair))
    .map((pair) => pair.replace(/[()'*!~]/g, escaped)); // they would end the link
  return [...(isOfPage ? ['sample'] : []), `p=${place}`, ...pairs].join('&');
}

const escaped = (letter: string) =>
  `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
