export function modulesIn(text: string): string[];
export function publishedFrom(
  entries: readonly string[],
  read: (file: string) => string,
): Set<string>;
