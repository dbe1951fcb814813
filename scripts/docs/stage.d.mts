export const staged: string;
export function put(path: string, text: string): void;
export function stageSources(): void;
export function sectionOf(text: string, heading: string, source: string): string;
export function changeLinks(text: string, source: string, addresses: Map<string, string>): string;
export function exampleAnchor(file: string): string;
