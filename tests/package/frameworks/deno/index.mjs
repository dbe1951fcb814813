import * as library from 'eegate';
import * as edf from 'eegate/edf';
import * as inline from 'eegate/inline';
import { story } from './story.js';

const model = await Deno.readFile(new URL(import.meta.resolve('eegate/models/eyes8.safetensors')));
console.log(
  JSON.stringify({
    beside: await story(library, edf, model),
    inside: await story(inline, edf, model),
  }),
);
