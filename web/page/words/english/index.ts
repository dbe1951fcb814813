// The page in English: one file per place of the page, put together. A translation is a folder like this one.
import { errors } from './errors.js';
import { model, modelCard, recipe } from './model.js';
import * as numbers from './numbers.js';
import { privacy } from './privacy.js';
import { annotations, recording } from './recording.js';
import { results } from './results.js';
import { places, shell } from './shell.js';
import { signals, tools } from './signals.js';
import { start } from './start.js';
import { status } from './status.js';

export const english = {
  numbers,
  shell,
  places,
  status,
  errors,
  start,
  recording,
  annotations,
  signals,
  tools,
  model,
  modelCard,
  recipe,
  results,
  privacy,
};
