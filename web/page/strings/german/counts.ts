// What is counted most often, with its number.
import { counted } from './numbers.js';

export const windows = (n: number) => counted(n, 'Fenster', 'Fenster');
/** After "in", "von" and "nach". */
export const ofWindows = (n: number) => counted(n, 'Fenster', 'Fenstern');
export const channels = (n: number) => counted(n, 'Kanal', 'Kanäle');
export const ofChannels = (n: number) => counted(n, 'Kanal', 'Kanälen');
export const recordings = (n: number) => counted(n, 'Aufnahme', 'Aufnahmen');
export const people = (n: number) => counted(n, 'Person', 'Personen');
export const epochs = (n: number) => counted(n, 'Epoche', 'Epochen');
export const annotationsOf = (n: number) => counted(n, 'Annotation', 'Annotationen');
