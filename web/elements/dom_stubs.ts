// Put in by the build in place of what a browser has and Node has not, so that a module with elements can be imported where
// there is no document: by a server that renders pages, by a bundler that looks around. Nothing becomes global.
const host = globalThis as Partial<Pick<typeof globalThis, 'HTMLElement' | 'document'>>;

export const HTMLElement =
  host.HTMLElement ?? (class {} as unknown as typeof globalThis.HTMLElement);
export const document =
  host.document ?? ({ createTreeWalker: () => null } as unknown as typeof globalThis.document);
