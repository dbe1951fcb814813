// What german.js is: hands the page its German (see ../languages.ts).
import type { LanguageGlobals } from '../languages.js';
import { germanElements } from './elements.js';
import { german } from './index.js';

(globalThis as LanguageGlobals).eegateGerman = { strings: german, elements: germanElements };
