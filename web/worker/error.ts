// The exception class of this library.
import type { ErrorCode } from './error_codes.js';
import type { ErrorReply } from './protocol.js';

/** Optional fields of an error. */
const details = ['hint', 'field', 'place', 'found', 'expected'] as const;

/**
 * Every failure of this library. In Node its `stack` begins with all fields and shows only lines of the caller, if Node knows them.
 *
 * @example
 * ```ts
 * try {
 *   await engine.openRecording(file);
 * } catch (error) {
 *   if (!(error instanceof EegateError)) throw error;
 *   console.error(`${error.code}: ${error.message}`, error.found, error.expected, error.hint);
 * }
 * ```
 */
export class EegateError extends Error {
  /** Identifies the error. Codes are stable: none changes its meaning. */
  declare readonly code: ErrorCode;
  /** What the user can do about it; empty if nothing is known. */
  declare readonly hint: string;
  /** Field of the file, recipe or argument that is wrong; may be empty. */
  declare readonly field: string;
  /** Place in a file or list, such as "byte 8" or "epoch 3"; may be empty. */
  declare readonly place: string;
  /** What was found; may be empty. */
  declare readonly found: string;
  /** What was expected; may be empty. */
  declare readonly expected: string;

  constructor(reply: ErrorReply, cause?: unknown) {
    super(reply.message, cause === undefined ? undefined : { cause });
    // Not enumerable: a console would repeat them below the stack.
    const hidden = (value: string) => ({ value, enumerable: false, configurable: true });
    Object.defineProperty(this, 'name', hidden('EegateError'));
    Object.defineProperty(this, 'code', hidden(reply.code));
    for (const name of details) Object.defineProperty(this, name, hidden(reply[name] ?? ''));
    // The build sets `globalThis.process` to undefined in the script of a worker, which runs in pages only.
    if (globalThis.process?.versions?.node && 'captureStackTrace' in Error) describeInStack(this);
  }

  /** @internal By its name, because eegate, eegate/edf and eegate/inline have a copy of the class each. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    if (this !== EegateError) return super[Symbol.hasInstance](thrown);
    return thrown instanceof Error && thrown.name === 'EegateError';
  }

  /** All fields, without the stack: for logs. */
  toJSON(): Record<'name' | 'code' | 'message' | (typeof details)[number], string> {
    return { name: this.name, ...(toReply(this) as Required<ErrorReply>) };
  }
}

const callersBehindOurs = 40;

function captureFrames(into: object, atMost: number): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = atMost;
  Error.captureStackTrace(into);
  Error.stackTraceLimit = limit;
}

/**
 * Node prints the line of the source in which an error arose, and this library is few long lines. An error without frames of its own
 * has no such line; those of the caller stand in the text.
 */
function describeInStack(error: EegateError): void {
  const whole: { stack?: string } = {};
  captureFrames(whole, callersBehindOurs);
  const frames = (whole.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  const own = /[^ (]+?:(?=\d+:\d+\)?$)/.exec(frames[0] ?? '')?.[0];
  const isOwn = (line: string) => own && line.replace('-glue.', '.').includes(own); // the package has two files
  const callers = frames.filter((line) => !isOwn(line) && !/\bnode:|<anonymous>\)?$/.test(line));
  captureFrames(error, 0);
  const { code, message, hint, field, place, found, expected } = error;
  const lines = Object.entries({ field, place, found, expected, next: hint })
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `  ${name}: ${text}`);
  const stack = [`EegateError [${code}]: ${message}`, ...lines, ...callers].join('\n');
  Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true });
}

/** Whether this is what an aborted signal without a reason of its own rejects with. */
export const isAbort = (thrown: unknown): boolean =>
  thrown instanceof EegateError
    ? thrown.code === 'ABORTED'
    : (thrown as Error | null)?.name === 'AbortError';

/** Any exception as an EegateError. */
export function toEegateError(thrown: unknown): EegateError {
  if (thrown instanceof EegateError) return thrown;
  if (isAbort(thrown)) return new EegateError({ code: 'ABORTED', message: 'Stopped' }, thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EegateError({ code: 'INTERNAL', message }, thrown);
}

/** The plain object that crosses a message port. */
export function toReply(error: EegateError): ErrorReply {
  const { code, message, hint, field, place, found, expected } = error;
  return { code, message, hint, field, place, found, expected };
}
