// What is counted most often, with its number.
import { counted } from './numbers.js';

export const windows = (n: number) => counted(n, 'window');
export const recordings = (n: number) => counted(n, 'recording');
export const people = (n: number) => counted(n, 'person', 'people');
export const epochs = (n: number) => counted(n, 'epoch');
