export const endingsFiles: string[];
export function endingsText(): string;
export function endingsIn(sources: readonly string[]): string[];
/** Names of the formats that the readers of the core read. */
export function formatNames(): string[];
