export const codesFile: string;
export const referenceFile: string;
export function errorCodes(): string[];
export function codesText(): string;
export function errorReference(): { code: string; messages: string[]; documents: string[] }[];
export function referenceText(): string;
