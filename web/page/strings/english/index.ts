// The page in English: one file per place of the page, put together. A translation is a folder like this one.
import { commands } from './commands.js';
import { dataSet } from './data_set.js';
import { drill } from './drill.js';
import { errors } from './errors.js';
import { explain } from './explain.js';
import { figures } from './figures.js';
import { foreignModel } from './foreign_model.js';
import { inside } from './inside.js';
import { lessons } from './lessons.js';
import { live } from './live.js';
import { methods } from './methods.js';
import { tuning } from './tuning.js';
import { scoreboard } from './scoreboard.js';
import { model, modelCard, recipe } from './model.js';
import { networks } from './networks.js';
import * as numbers from './numbers.js';
import { comparison, outcome } from './outcome.js';
import { playground } from './playground.js';
import { privacy } from './privacy.js';
import { annotations, recording } from './recording.js';
import { results } from './results.js';
import { sections, shell } from './shell.js';
import { signals, tools } from './signals.js';
import { sleep } from './sleep.js';
import { start } from './start.js';
import { status } from './status.js';
import { train, trainErrors } from './train.js';
import { writing } from './writing.js';

export const english = {
  /** For `lang`, by which screen readers choose a voice. */
  language: 'en',
  numbers,
  shell,
  sections,
  commands,
  status,
  errors,
  start,
  recording,
  dataSet,
  annotations,
  signals,
  tools,
  model,
  modelCard,
  foreignModel,
  figures,
  recipe,
  results,
  privacy,
  train,
  trainErrors,
  networks,
  methods,
  tuning,
  scoreboard,
  outcome,
  comparison,
  explain,
  inside,
  live,
  playground,
  drill,
  lessons,
  writing,
  sleep,
};
