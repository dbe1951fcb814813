export function reports(): Map<string, string>;
