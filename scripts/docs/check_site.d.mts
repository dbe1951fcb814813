export function problemsOfSite(folder: string, base: string): string[];
