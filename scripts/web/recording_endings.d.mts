export const endingsFile: string;
export function endingsText(): string;
export function endingsIn(sources: readonly string[]): string[];
