import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as library from 'eegate';
import * as edf from 'eegate/edf';
import { story } from './story.js';

const model = fileURLToPath(import.meta.resolve('eegate/models/eyes8.safetensors'));
console.log(JSON.stringify(await story(library, edf, readFileSync(model))));
