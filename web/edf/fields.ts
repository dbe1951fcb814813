// The fields of a header: text of fixed width, some of it numbers. They are checked as in the core.
import { EegateError } from '../worker/error.js';

export interface Field {
  name: string;
  byteOffset: number;
  /** One character per byte. */
  raw: string;
  text: string;
  number: number | null;
}

/** Warnings by code, and the first thing that cannot be repaired. */
export class Findings {
  readonly codes = new Set<string>();
  refused: EegateError | null = null;

  repair(code: string): void {
    this.codes.add(code);
  }

  refuse(error: EegateError): void {
    this.refused ??= error;
  }
}

export class FieldReader {
  #bytes: Uint8Array;
  #base: number;
  #at = 0;
  #findings: Findings;

  constructor(bytes: Uint8Array, base: number, findings: Findings) {
    this.#bytes = bytes;
    this.#base = base;
    this.#findings = findings;
  }

  text(name: string, width: number): Field {
    const field = this.#take(name, width);
    return { ...field, text: decoded(field.raw.replace(/^[ \0]+|[ \0]+$/g, '')) };
  }

  number(name: string, width: number): Field {
    const field = this.#take(name, width);
    const digits = field.raw.replaceAll('\0', ' ').replace(/^ +| +$/g, '');
    let number = decimal(digits);
    if (number === null && digits.includes(',')) {
      number = decimal(digits.replaceAll(',', '.'));
      if (number !== null) this.#findings.repair('EDF_DECIMAL_COMMA');
    }
    return { ...field, text: decoded(digits), number };
  }

  #take(name: string, width: number): Field {
    const bytes = this.#bytes.subarray(this.#at, this.#at + width);
    const byteOffset = this.#base + this.#at;
    this.#at += width;
    if (bytes.some((byte) => byte < 32 || byte > 126)) this.#findings.repair('EDF_HEADER_CHARS');
    return { name, byteOffset, raw: latin1(bytes), text: '', number: null };
  }
}

export function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** UTF-8 where it is, else Latin-1. */
function decoded(raw: string): string {
  try {
    const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return raw;
  }
}

function decimal(text: string): number | null {
  const isNumber = text.length < 64 && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);
  const value = isNumber ? Number(text) : NaN;
  return Number.isFinite(value) ? value : null;
}

export function integerOf({ number }: Field): number | null {
  return number !== null && Number.isInteger(number) && Math.abs(number) <= 1e15 ? number : null;
}

export function fieldError(field: Field, code: string, message: string, expected: string) {
  return new EegateError({
    code,
    message,
    field: field.name,
    place: `byte ${field.byteOffset}`,
    found: `"${field.raw.replace(/ +$/, '')}"`,
    expected,
    hint: 'The file may be damaged: copy it again, or export it again from the recording software',
  });
}
