// The one kind of exception that leaves this library.
import type { ErrorCode } from './error_codes.js';
import type { ErrorReply } from './protocol.js';

export class EegateError extends Error {
  readonly code: ErrorCode;
  /** What the user can do about it; may be empty. */
  readonly hint: string;
  readonly field: string;
  readonly place: string;
  readonly found: string;
  readonly expected: string;

  constructor(reply: ErrorReply, cause?: unknown) {
    super(reply.message, cause === undefined ? undefined : { cause });
    this.name = 'EegateError';
    this.code = reply.code as ErrorCode;
    this.hint = reply.hint ?? '';
    this.field = reply.field ?? '';
    this.place = reply.place ?? '';
    this.found = reply.found ?? '';
    this.expected = reply.expected ?? '';
  }
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
