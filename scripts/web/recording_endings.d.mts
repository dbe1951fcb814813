export const endingsFile: string;
export function endingsText(): string;
