// Typed arrays that share their memory with nothing.

/**
 * A Float32Array in memory of its own: with TypeScript 5.7 and newer Float32Array<ArrayBuffer>, which a Blob takes; before, typed arrays had
 * no parameter.
 */
export type Floats = ReturnType<Float32ArrayConstructor['of']>;
/** A Uint8Array in memory of its own, as `Floats`. */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;
