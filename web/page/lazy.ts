/** Made at the first call: what takes the browser some milliseconds is not made while the page starts. */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
