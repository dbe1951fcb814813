/** Packs the built npm package into a folder; returns the path of the archive. */
export function pack(destination: string): string;
