import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EegateError, isAbort, toEegateError } from './error.js';

const reply = {
  code: 'RECIPE_VALUE',
  message: 'The recipe has no epochs',
  field: 'epochs',
  found: 'nothing',
  hint: 'Add epochs.',
};

function caller(): EegateError {
  return new EegateError(reply);
}

describe('an error that nobody catches', () => {
  it('tells code, message, details and the next step, then lines of the caller alone', () => {
    const { stack } = caller();
    expect(stack!.split('\n').slice(0, 4)).toEqual([
      'EegateError [RECIPE_VALUE]: The recipe has no epochs',
      '  field: epochs',
      '  found: nothing',
      '  next: Add epochs.',
    ]);
    expect(stack).toContain('at caller');
    expect(stack).not.toContain('worker/error.ts');
  });

  it('is shown once, not again property by property', () => {
    const error = caller();
    expect(inspect(error)).toBe(error.stack);
    expect(error.message).toBe(reply.message);
    expect(Object.keys(error)).toEqual([]);
  });

  it('keeps what it was made of', () => {
    const cause = new TypeError('no');
    expect(toEegateError(cause)).toMatchObject({ code: 'INTERNAL', message: 'no', cause });
  });
});

it('as JSON has all that it tells', () =>
  expect(JSON.parse(JSON.stringify(new EegateError(reply)))).toEqual({
    name: 'EegateError',
    place: '',
    expected: '',
    ...reply,
  }));

describe('the rejection of an aborted signal', () => {
  it('is recognised, and becomes the code ABORTED', () => {
    const { reason } = AbortSignal.abort();
    expect(isAbort(reason)).toBe(true);
    expect(toEegateError(reason)).toMatchObject({ code: 'ABORTED', cause: reason });
    expect(isAbort(toEegateError(reason))).toBe(true);
    for (const other of [null, undefined, 'AbortError', new Error('AbortError')])
      expect(isAbort(other)).toBe(false);
  });
});

describe('instanceof', () => {
  it('holds for an error of another copy of the class, as eegate/edf and eegate/inline have it', async () => {
    const copy = './error.js?another';
    const { EegateError: Other } = (await import(/* @vite-ignore */ copy)) as {
      EegateError: typeof EegateError;
    };
    expect(Other).not.toBe(EegateError);
    expect(new Other(reply)).toBeInstanceOf(EegateError);
    expect(caller()).toBeInstanceOf(Other);
  });

  it('does not hold for other errors, and tells kinds apart', () => {
    class Own extends EegateError {}
    for (const other of [new Error('a'), { name: 'EegateError' }, null, undefined, 'EegateError'])
      expect(other instanceof EegateError).toBe(false);
    expect(new Own(reply)).toBeInstanceOf(EegateError);
    expect(new Own(reply)).toBeInstanceOf(Own);
    expect(caller()).not.toBeInstanceOf(Own);
  });
});
