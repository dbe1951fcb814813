// What the library returns in memory of its own is taken by what takes bytes: the compiler reads this file.
import { expect, expectTypeOf, it } from 'vitest';
import type { Bytes, Epochs, Explanation, Floats, Model, Prediction, Recording } from './index.js';

it('bytes and samples go into a Blob, a request and a digest', () => {
  const uses = async (model: Model, recording: Recording, epochs: Epochs) => {
    await fetch('/', { method: 'POST', body: await model.toSafetensors() });
    await crypto.subtle.digest('SHA-256', await model.toSafetensors());
    return new Blob([await model.toOnnx(), epochs.data, ...(await recording.read())]);
  };
  expect(uses).toBeTypeOf('function');
  expectTypeOf<Floats>().toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expectTypeOf<Bytes>().toEqualTypeOf<Uint8Array<ArrayBuffer>>();
  expectTypeOf<Explanation['data'] | Prediction['probabilities']>().toEqualTypeOf<Floats>();
});
