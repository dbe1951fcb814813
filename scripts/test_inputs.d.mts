interface Reads {
  built?: string[];
  reads: (file: string) => boolean;
  programs?: boolean;
}
export function ofCore(...built: string[]): Reads;
export const everyFile: Reads;
export const ofCommandStories: Reads;
export const ofStories: Reads;
export const ofLibraryStories: Reads;
export const ofPrograms: Reads;
export const testsOfPrograms: string[];
export const unitTests: string[];
