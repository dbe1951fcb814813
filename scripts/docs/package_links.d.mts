export function packageText(
  text: string,
  file: string,
  files: ReadonlySet<string>,
  info: { name: string; version: string; repository?: unknown },
): string;
