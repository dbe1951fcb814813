// `await using recording = await engine.openRecording(file)`: what has `close` is closed at the end of its block.

/** Where a runtime has no such symbol, the one that compilers use in its place. */
const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** Adds to a class, or to an object, the method by which `await using` closes it. */
export function addAsyncDispose(target: { close(): Promise<void> }): void {
  Object.defineProperty(target, asyncDispose, {
    configurable: true,
    value(this: { close(): Promise<void> }) {
      return this.close();
    },
  });
}
