// <eeg-drill> by itself, for a page that needs no other element.
import type { EegDrill as Face } from '../types.js';
import { EegDrill } from './element.js';

export function makeDrill(): Face {
  if (!customElements.get('eeg-drill')) customElements.define('eeg-drill', EegDrill);
  return document.createElement('eeg-drill');
}
