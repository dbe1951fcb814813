import { expect, it } from 'vitest';
import { englishTitle, renamed } from './bundled_models.js';
import type { ModelEntry } from './state.js';

it('titles are in the language of the page, also of models that were trained here before it changed', () => {
  const entry = (change: Partial<ModelEntry>) => ({ isBundled: false, ...change }) as ModelEntry;
  const models = renamed([
    entry({
      title: 'Hier trainiert (2): a / b',
      trained: { n: 2, title: 'a / b' },
      fileName: 'a.safetensors',
    }),
    entry({ title: 'Augen', fileName: 'eyes.safetensors', isBundled: true }),
    entry({ title: 'eyes.safetensors', fileName: 'eyes.safetensors' }),
  ]);
  expect(models.map(({ title }) => title)).toEqual([
    'Trained here (2): a / b',
    'Eyes open or closed, 64 channels',
    'eyes.safetensors',
  ]);
});

it('titles in files are English, whatever the language of the page', () => {
  const entry = (change: Partial<ModelEntry>) => ({ isBundled: false, ...change }) as ModelEntry;
  const title = 'Augen offen oder geschlossen, 64 Kanäle';
  const models = [
    entry({ title, fileName: 'eyes.safetensors', isBundled: true }),
    entry({ title: 'Hier trainiert (2): a / b', trained: { n: 2, title: 'a / b' } }),
    entry({ title: 'meins.safetensors', fileName: 'meins.safetensors' }),
  ];
  expect(englishTitle(title, models)).toBe('Eyes open or closed, 64 channels');
  expect(englishTitle('Hier trainiert (2): a / b', models)).toBe('Trained here (2): a / b');
  expect(englishTitle('meins.safetensors', models)).toBe('meins.safetensors');
  expect(englishTitle('of a model that was closed', models)).toBe('of a model that was closed');
});
