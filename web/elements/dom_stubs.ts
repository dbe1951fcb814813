// The build inserts these for globals of browsers that Node lacks, so that a module with elements can be imported without a document: by
// a server that renders pages, or by a bundler. They do not become global.
const host = globalThis as Partial<Pick<typeof globalThis, 'HTMLElement' | 'document'>>;

export const HTMLElement =
  host.HTMLElement ?? (class {} as unknown as typeof globalThis.HTMLElement);
export const document =
  host.document ?? ({ createTreeWalker: () => null } as unknown as typeof globalThis.document);
