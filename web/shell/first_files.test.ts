import { expect, it } from 'vitest';
import { firstModels } from '../page/bundled_models.js';
import { firstFiles } from './first_files.js';

it('the shell fetches early what the page asks for first', () => {
  const models = firstModels.map(({ fileName }) => `models/${fileName}`);
  expect(firstFiles).toEqual(models);
});
