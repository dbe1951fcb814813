export const codesFile: string;
export function errorCodes(): string[];
export function codesText(): string;
