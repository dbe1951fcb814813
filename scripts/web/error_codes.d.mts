export const codesFile: string;
export const referenceFile: string;
export function errorCodes(): string[];
export function commandCodes(): string[];
export function codesText(): string;
export function errorReference(): { code: string; messages: string[]; documents: string[] }[];
export function commandReference(): ReturnType<typeof errorReference>;
export function referenceText(): string;
