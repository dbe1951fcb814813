export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures?: string[];
  problem?: string;
}
export type Inputs = Record<string, string>;

export function entriesBelow(
  root: string,
  folder?: string,
  leaveOut?: (path: string) => boolean,
): string[];
export function sourcesOf(root: string): string[];
export function digestOfContents(root: string, files: string[]): string;
export function digestOfListing(folder: string): string;
export function digestOfEnvironment(environment: Record<string, string | undefined>): string;
export function inputsOf(
  reads: { built?: string[]; reads: (file: string) => boolean; programs?: boolean },
  root?: string,
): Inputs;
export function changed(before: Inputs, now: Inputs): string[];
export function passed(counts: Counts): boolean;
export function records(
  folder: string,
  reportOf: (suite: string) => string,
): {
  forget(suite: string): void;
  remember(suite: string, before: Inputs, after: Inputs, counts: Counts): void;
  find(
    suite: string,
    inputs: Inputs,
  ): { counts: Counts; why?: undefined } | { why: string; counts?: undefined };
};
