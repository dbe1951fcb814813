// The engine of the wasm modules: synchronous, reads from a byte source, throws nothing. Embind writes the declarations in core/ from the
// C++ code; here the compiler compares them with protocol.ts.
import type { MainModule as Classifying } from './core/eegate.js';
import type { MainModule as Predicting } from './core/eegate-predict.js';
import type { MainModule as Training } from './core/eegate-train.js';
import type { ByteSource, Engine, NamedSource, Outcome } from './protocol.js';

/** Every method of the protocol as a module has it. */
type Methods = {
  [M in keyof Engine]: (...args: Arguments<M>) => Outcome<ReturnType<Engine[M]>>;
};

type Arguments<M extends keyof Engine> = M extends 'openRecording'
  ? [id: number, source: ByteSource, fileName: string, companions: NamedSource[]]
  : Parameters<Engine[M]>;

/** One of the modules: each has some of the methods, and all have `info`. */
export type CoreEngine = Pick<Methods, 'info'> & Partial<Methods>;

/** The methods of the smallest module. */
export type PredictingMethod = keyof Predicting & keyof Engine;

/** Methods of a module that the protocol does not have, or has with other arguments or another answer. */
type Mismatches<Module> = {
  [M in keyof Module]: M extends keyof Methods
    ? IsSame<Signature<Module[M]>, Signature<Methods[M]>> extends true
      ? never
      : M
    : M;
}[keyof Module];

type Signature<Method> = Method extends (...args: infer Taken) => infer Given
  ? [Given, { [I in keyof Taken]: EmbindString extends Taken[I] ? string : Taken[I] }]
  : never;

/** What Embind accepts for a std::string. */
type EmbindString = ArrayBuffer | Uint8Array | Uint8ClampedArray | Int8Array | string;

/** Identical, not only assignable: a type that the declarations name and nobody defines is `any`. */
type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type None<Names extends never> = Names;

/** An error here names the methods on which the C++ code and the protocol do not agree. */
export type Mismatch = None<
  Mismatches<Predicting> | Mismatches<Classifying> | Mismatches<Training>
>;
/** An error here names the methods of the protocol that no module has. */
export type Missing = None<
  Exclude<keyof Engine, keyof Predicting | keyof Classifying | keyof Training>
>;
