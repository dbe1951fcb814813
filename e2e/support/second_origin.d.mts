export interface Reply {
  body: string | Buffer;
  type?: string;
  policy?: string;
  /** Other origins may read it; a sandboxed page has none of its own. */
  anywhere?: boolean;
}

export interface Origin {
  url: string;
  close(): void;
}

export function secondOrigin(pages: Record<string, Reply>): Promise<Origin>;
