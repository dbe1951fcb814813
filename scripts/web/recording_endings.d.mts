export const endingsFiles: string[];
export function endingsText(): string;
export function endingsIn(sources: readonly string[]): string[];
