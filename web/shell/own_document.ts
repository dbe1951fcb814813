// The page as one file: made of the content of this document, or of the files that the hosted page fetches.
import { gunzipBase64 } from '../api/gunzip_base64.js';
import { fileHashes, sources } from './build.js';
import { carriedText, ownIntegrity, shellName, type Files } from './files.js';
import { oneFile, oneFilePolicy, titled, type OneFileParts } from './one_file.js';
import { lessonParts, type LessonPart } from './protocol.js';

type Packed = [name: string, packed: string];

/** Files as they came, packed when they are saved. */
interface Parts extends Omit<OneFileParts, 'files'> {
  files: [name: string, file: ArrayBuffer | string][];
}

export class OwnDocument {
  /** The original document, before anything was added to it. */
  readonly #html = bareDocument();
  #parts: Promise<Parts> | null = null;

  constructor(private readonly files: Files) {}

  /** Whether all parts are available; fetches them, as long as that is allowed. */
  async prepare(): Promise<boolean> {
    return this.#allParts().then(
      () => true,
      () => false,
    );
  }

  async withLesson(lesson: Partial<Record<LessonPart, Blob>>): Promise<Blob> {
    const parts = await this.#allParts();
    const [files, packedLesson] = await Promise.all([
      allPacked(parts.files),
      allPacked(Object.entries(lesson)),
    ]);
    const html = titled(parts.html, (await lesson.text?.text()) ?? '');
    return new Blob([oneFile({ ...parts, html, files, lesson: packedLesson })]);
  }

  /** The lesson in this document. */
  async lesson(): Promise<Partial<Record<LessonPart, ArrayBuffer>> | null> {
    const found: Partial<Record<LessonPart, ArrayBuffer>> = {};
    for (const name of lessonParts) {
      const text = carriedText(`lesson:${name}`);
      if (text) found[name] = (await gunzipBase64(text)).buffer;
    }
    return found.text ? found : null;
  }

  #allParts(): Promise<Parts> {
    if (!this.#parts) {
      this.#parts = this.#gather();
      this.#parts.catch(() => (this.#parts = null)); // it may be asked for again
    }
    return this.#parts;
  }

  async #gather(): Promise<Parts> {
    if (!fileHashes) throw new Error('The page is served from its sources');
    const [files, script] = await Promise.all([
      Promise.all(Object.keys(fileHashes).map((name) => this.#file(name))),
      this.#script(),
    ]);
    return { html: this.#html, policy: policy(), script, files };
  }

  async #file(name: string): Promise<[string, ArrayBuffer | string]> {
    const carried = carriedText(`file:${name}`);
    return [name, carried ?? (await this.files.copy(name))];
  }

  async #script(): Promise<string> {
    const inline = document.querySelector('script[type="module"]:not([src])')?.textContent;
    return inline || this.#textOf(shellName);
  }

  async #textOf(name: string): Promise<string> {
    return new TextDecoder().decode(await this.files.copy(name));
  }
}

/** The document without its files and its running content. */
function bareDocument(): string {
  const app = document.querySelector('#app')?.outerHTML ?? '';
  return `<!doctype html>\n<html lang="en">\n  <head>${document.head.innerHTML}</head>\n  <body>\n    ${app}\n  </body>\n</html>\n`;
}

/** A single-file page has its policy already; that of the hosted page names the same scripts. */
function policy(): string {
  const integrity = ownIntegrity();
  if (integrity && sources) return oneFilePolicy(sources, `'${integrity}'`);
  const own = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return own!.content;
}

function allPacked(files: [name: string, file: Blob | ArrayBuffer | string][]): Promise<Packed[]> {
  const text = (file: Blob | ArrayBuffer | string) =>
    typeof file === 'string' ? file : packed(new Blob([file]));
  return Promise.all(files.map(async ([name, file]): Promise<Packed> => [name, await text(file)]));
}

async function packed(file: Blob): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  const reader = new FileReader();
  reader.readAsDataURL(await new Response(stream).blob());
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error ?? new Error('FileReader'));
  });
  return (reader.result as string).replace(/^[^,]*,/, '');
}
