export interface Mutant {
  area: string;
  id: string;
  file: string;
  what: string;
  from: string;
  to: string;
  tests: string[];
  accepted?: string;
}
export const testFolders: string[];
export function coreMutants(): Mutant[];
export function problemsOf(mutants: Mutant[]): string[];
export function filterOf(mutant: Mutant): string;
