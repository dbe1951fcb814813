// `await using recording = await engine.openRecording(file)`: objects with `close` are closed at the end of their block.

/** If a runtime lacks the symbol: the one that compilers use instead. */
const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** Adds to a class or object the method that `await using` calls. */
export function addAsyncDispose(target: { close(): Promise<void> }): void {
  Object.defineProperty(target, asyncDispose, {
    configurable: true,
    value(this: { close(): Promise<void> }) {
      return this.close();
    },
  });
}
