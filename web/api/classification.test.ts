import { expect, test } from 'vitest';
import { labelOf } from './class_of.js';
import { opened } from './fake_pool.test-support.js';

test('the class of the highest probability is the label, and no answer has none', () => {
  const classes = ['open', 'closed'];
  expect(labelOf(classes, Float32Array.of(0.2, 0.8))).toBe('closed');
  expect(labelOf(classes, Float32Array.of(0.5, 0.5))).toBe('open');
  expect(labelOf(classes, Float32Array.of(NaN, NaN))).toBe('');
  expect(labelOf(classes, Float32Array.of(0.3, Infinity))).toBe('');
});

test('a listener that throws ends the loop with its own error', async () => {
  const { recording, model } = await opened(2);
  const own = new Error('own');
  const onPreparing = () => {
    throw own;
  };
  const run = model.classify(recording, { onPreparing });
  await expect(run[Symbol.asyncIterator]().next()).rejects.toBe(own);
});

test('true classes that are no texts are named', async () => {
  const { recording, model } = await opened(2);
  const run = model.classify(recording);
  for await (const prediction of run) void prediction;
  const wrong = { expected: 'abc', 'expected[1]': ['open', 5] };
  for (const [field, expected] of Object.entries(wrong)) {
    const options = { expected: expected as unknown as string[] };
    const refusal = { code: 'ENGINE_ARGUMENT', field };
    await expect(run.save('json', options)).rejects.toMatchObject(refusal);
    await expect(run.report(options)).rejects.toMatchObject(refusal);
  }
});

test('what was classified to the end can be saved, also after another loop was left', async () => {
  const { recording, model } = await opened(2);
  const shares: number[] = [];
  const run = model.classify(recording, { onPreparing: (share) => shares.push(share) });
  for await (const prediction of run) void prediction;
  const whole = await run.save('csv');
  const nFirst = shares.length;
  for await (const prediction of run) if (prediction.index === 3) break;
  expect(await run.save('csv')).toEqual(whole);
  expect(new TextDecoder().decode(await run.save('csv'))).toBe('csv of 200');
  expect(shares.length).toBeGreaterThan(nFirst); // a later loop tells of its preparation, too
});
