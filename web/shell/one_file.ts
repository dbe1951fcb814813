// Makes the single-file page from the parts of the hosted page: the build writes dist/eegate.html with it, and the shell the lesson of a
// teacher. Files are gzip in base64, in script elements that no browser runs; web/shell/files.ts reads them.

/** Hashes as a policy names them: 'sha256-...'. `boot` is the first script of the frame, `code` and `style` what the shell
 * hands it, `firstStyle` the style of the first screen. */
export interface Sources {
  boot: string;
  code: string;
  german: string;
  style: string;
  firstStyle: string;
}

export interface OneFileParts {
  /** index.html, or what an earlier call made of it, with or without what it carries. */
  html: string;
  policy: string;
  /** Of the shell. */
  script: string;
  /** Names as they are asked for, and gzip in base64. */
  files: [name: string, packed: string][];
  lesson?: [name: string, packed: string][];
}

/** The policy of the shell of a page in one file, which fetches nothing. `script`: hash of that shell. */
export function oneFilePolicy(sources: Sources, script: string): string {
  const { boot, code, german, style, firstStyle } = sources;
  return [
    "default-src 'none'",
    `script-src ${script} ${boot} ${code} ${german} 'wasm-unsafe-eval'`,
    `style-src ${style} ${firstStyle}`,
    'worker-src blob:',
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export function oneFile({ html, policy, script, files, lesson = [] }: OneFileParts): string {
  const carried = [
    ...files.map(([name, packed]) => carriedPart(`file:${name}`, packed)),
    ...lesson.map(([name, packed]) => carriedPart(`lesson:${name}`, packed)),
  ].join('\n');
  const bare = html
    .replace(/<script type="application\/gzip-base64"[^>]*>[^<]*<\/script>\s*/g, '')
    .replace(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*>[^]*?<\/script>/, '');
  const steps: [RegExp, string][] = [
    [/(?<=<meta\s+http-equiv="Content-Security-Policy"\s+content=")[^"]*/, policy],
    [/\s*<\/body>/, `\n${carried}\n<script type="module">${script}</script></body>`],
  ];
  return steps.reduce(replaced, bare);
}

/** The heading of a lesson, "# ...", as the title of its document; without one the title stays. */
export function titled(html: string, lesson: string): string {
  const heading = /^#\s+(.*\S)\s*$/m.exec(lesson)?.[1];
  if (!heading) return html;
  const escaped = heading.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`);
}

function replaced(text: string, [what, by]: [RegExp, string]): string {
  if (!what.test(text)) throw new Error(`The document of the page has no ${what.source}`);
  return text.replace(what, () => by);
}

/** Base64 cannot end the element around it, and names come from fixed lists. */
function carriedPart(id: string, packed: string): string {
  if (/[^A-Za-z0-9+/=\s]/.test(packed) || /[^\w:./-]/.test(id))
    throw new Error(`${id} cannot stand in a document`);
  return `<script type="application/gzip-base64" id="${id}">${packed}</script>`;
}
