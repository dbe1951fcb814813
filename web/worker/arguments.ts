// Checks of arguments, for callers without TypeScript: the error for a wrong one names it. Values are checked by the core.
import { EegateError } from './error.js';

/** The error for an argument, or a field of one, that cannot be used. */
export function argumentError(
  field: string,
  given: unknown,
  expected: string,
  hint?: string,
): EegateError {
  return new EegateError({
    code: 'ENGINE_ARGUMENT',
    message: `The argument "${field}" cannot be used`,
    field,
    found: described(given),
    expected,
    ...(hint && { hint }),
  });
}

/** A value in words, for messages. */
export function described(given: unknown): string {
  if (typeof given === 'string') return `"${given.slice(0, 80)}"`;
  if (typeof given === 'function') return 'a function';
  if (typeof given !== 'object' || given === null) return String(given);
  if (Array.isArray(given)) return `an array of ${given.length}`;
  const { name } = (given as object).constructor ?? {};
  return name && name !== 'Object' ? name : 'an object';
}

/** The kind of an object by its tag, because objects of another frame have another class. */
export const tagOf = (given: unknown): string => Object.prototype.toString.call(given).slice(8, -1);

/** Whether this is a Blob or File, also one without a tag, as environments of tests have. */
export const isBlob = (given: unknown): given is Blob =>
  given instanceof Blob || /^(Blob|File)$/.test(tagOf(given));

/** Whether these are bytes in memory. */
export const isBytes = (given: unknown): given is ArrayBuffer | Uint8Array =>
  /^(ArrayBuffer|Uint8Array)$/.test(tagOf(given));

/** The first of some names, as what is expected. */
export const oneOf = (names: readonly string[]): string => `one of ${listed(names)}`;

/** The first of some names. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, 8).join(', ') + (names.length > 8 ? ', ...' : '');

/** Throws unless this is an object and no array. */
export function checkObject(given: unknown, field: string, expected: string): void {
  const isOne = typeof given === 'object' && given !== null;
  if (!isOne || Array.isArray(given) || ArrayBuffer.isView(given))
    throw argumentError(field, given, expected);
}

/** Throws unless this is an array; `n` is the smallest length. */
export function checkArray(given: unknown, field: string, of: string, n = 0): void {
  if (!Array.isArray(given)) throw argumentError(field, given, `an array of ${of}`);
  if (given.length < n) throw argumentError(field, given, `at least ${n} of ${of}`);
}

/** Throws unless this is a text. Undefined passes if `isOptional`. */
export function checkText(given: unknown, field: string, isOptional = false): void {
  if (isOptional && given === undefined) return;
  if (typeof given !== 'string') throw argumentError(field, given, 'a text');
}

/** Throws unless this is an array of texts. */
export function checkTexts(given: unknown, field: string): void {
  checkArray(given, field, 'texts');
  for (const [i, one] of (given as unknown[]).entries()) checkText(one, `${field}[${i}]`);
}

/** Throws unless this is a number; NaN is none. Undefined passes if `isOptional`. */
export function checkNumber(given: unknown, field: string, isOptional = false): void {
  if (isOptional && given === undefined) return;
  if (typeof given !== 'number' || Number.isNaN(given))
    throw argumentError(field, given, 'a number');
}

/** Throws if these options contain a number that is not finite: as JSON it would be null, which means the default. */
export function checkFinite(options: unknown, field = '', depth = 8): void {
  if (typeof options === 'number' && !Number.isFinite(options))
    throw argumentError(field, options, 'a finite number');
  if (typeof options !== 'object' || options === null || ArrayBuffer.isView(options)) return;
  if (depth === 0) return; // no options are as deep: a cycle, which is no JSON
  for (const [name, value] of Object.entries(options)) {
    const inside = Array.isArray(options) ? `[${name}]` : field && `.${name}`;
    checkFinite(value, field + (inside || name), depth - 1);
  }
}

/** Whether memory was transferred, as to a worker. */
export function isDetached(memory: ArrayBufferLike): boolean {
  try {
    new Uint8Array(memory);
    return false;
  } catch {
    return true;
  }
}

/** Throws unless this is a Float32Array that has its values. */
export function checkFloats(given: unknown, field: string, shape: string): void {
  const isOne = tagOf(given) === 'Float32Array';
  if (isOne && !isDetached((given as Float32Array).buffer)) return;
  const isNumbers = Array.isArray(given) || ArrayBuffer.isView(given);
  const convert = isNumbers ? `Convert it: Float32Array.from(${field}).` : undefined;
  const hint = isOne ? 'Its values were transferred: pass a copy, made before.' : convert;
  throw argumentError(field, given, `a Float32Array of ${shape}`, hint);
}

/** Throws unless these are methods of the object. */
export function checkMethods(given: unknown, field: string, names: readonly string[]): void {
  checkObject(given, field, `an object with ${names.join(', ')}`);
  for (const name of names)
    checkFunction((given as Record<string, unknown>)[name], `${field}.${name}`);
}

function checkFunction(given: unknown, field: string): void {
  if (typeof given !== 'function') throw argumentError(field, given, 'a function');
}

/** Every option of a method, with what `typeof` says of it; 0 where its value is checked elsewhere. */
export type Known<T> = Record<keyof T, 0 | 'boolean' | 'number' | 'string'>;

/**
 * A copy of the options, {} for none, without those that are undefined or null; those that are called, and the signal, are checked, and
 * that all of them are `known`. `prefix`: what stands before their names in errors.
 */
export function optionsOf<T extends object>(
  given: T | null | undefined,
  known?: Known<T>,
  field = 'options',
  prefix = '',
): T {
  const set: Record<string, unknown> = {};
  if (given === undefined || given === null) return set as T;
  checkObject(given, field, 'an object');
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (known) checkKnown(name, value, known, prefix);
    if (/^on[A-Z]|^waitBeforeChunk$|^assets$/.test(name)) checkFunction(value, prefix + name);
    if (name === 'signal') checkSignal(value, prefix + name);
    set[name] = value;
  }
  return set as T;
}

function checkKnown(
  name: string,
  value: unknown,
  known: Record<string, unknown>,
  prefix: string,
): void {
  const field = prefix + name;
  if (!Object.hasOwn(known, name))
    throw argumentError(field, name, `one of ${Object.keys(known).join(', ')}`);
  const type = known[name];
  if (type && typeof value !== type) throw argumentError(field, value, `a ${String(type)}`);
}

function checkSignal(given: unknown, field: string): void {
  const isSignal = typeof given === 'object' && given !== null && 'aborted' in given;
  if (!isSignal || !('addEventListener' in given))
    throw argumentError(
      field,
      given,
      'an AbortSignal',
      given instanceof AbortController ? 'Pass its signal: controller.signal.' : undefined,
    );
}
