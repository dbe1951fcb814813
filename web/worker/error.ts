// The one kind of exception that leaves this library.
import type { ErrorCode } from './error_codes.js';
import type { ErrorReply } from './protocol.js';

const details = ['hint', 'field', 'place', 'found', 'expected'] as const;

/** In Node its `stack` begins with all that it tells, and shows the caller's own lines alone. */
export class EegateError extends Error {
  /** Stable: no code changes its meaning. */
  declare readonly code: ErrorCode;
  /** What the user can do about it; may be empty, like all that follows. */
  declare readonly hint: string;
  /** Of a file, a recipe or an argument. */
  declare readonly field: string;
  /** In a file or a list: "byte 8", "epoch 3". */
  declare readonly place: string;
  /** What was there instead. */
  declare readonly found: string;
  /** What would be right. */
  declare readonly expected: string;

  constructor(reply: ErrorReply, cause?: unknown) {
    super(reply.message, cause === undefined ? undefined : { cause });
    // Not enumerable: a console would show them again below what the stack tells.
    const told = (value: string) => ({ value, enumerable: false, configurable: true });
    Object.defineProperty(this, 'name', told('EegateError'));
    Object.defineProperty(this, 'code', told(reply.code));
    for (const name of details) Object.defineProperty(this, name, told(reply[name] ?? ''));
    if (isNode()) describeInStack(this);
  }

  /** All that it tells, and no stack: for logs. */
  toJSON(): Record<'name' | 'code' | 'message' | (typeof details)[number], string> {
    return { name: this.name, ...(toReply(this) as Required<ErrorReply>) };
  }
}

function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined && 'captureStackTrace' in Error;
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
  const own = /([^ (]+):\d+:\d+\)?$/.exec(frames[0] ?? '')?.[1];
  const callers = frames.filter((line) => !(own && line.includes(own)) && !/\bnode:/.test(line));
  captureFrames(error, 0);
  const { code, message, hint, field, place, found, expected } = error;
  const lines = Object.entries({ field, place, found, expected, next: hint })
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `  ${name}: ${text}`);
  const stack = [`EegateError [${code}]: ${message}`, ...lines, ...callers].join('\n');
  Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true });
}

/** Anything that was thrown, as an EegateError; `code` names what is otherwise unknown. */
export function toEegateError(thrown: unknown, code = 'INTERNAL'): EegateError {
  if (thrown instanceof EegateError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EegateError({ code, message }, thrown);
}

/** The plain object that crosses a message port. */
export function toReply(error: EegateError): ErrorReply {
  const { code, message, hint, field, place, found, expected } = error;
  return { code, message, hint, field, place, found, expected };
}
