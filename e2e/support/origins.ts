// A second origin for tests of embedding: a server that gives made-up pages, with the headers that a test asks for.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export async function secondOrigin(pages: Record<string, Reply>): Promise<Origin> {
  const server: Server = createServer((request, response) => {
    const page = pages[(request.url ?? '').split('?')[0]!];
    if (!page) return response.writeHead(404).end();
    const type = page.type ?? 'text/html; charset=utf-8';
    const headers: Record<string, string> = { 'content-type': type };
    if (page.anywhere) headers['access-control-allow-origin'] = '*';
    if (page.policy) headers['content-security-policy'] = page.policy;
    return response.writeHead(200, headers).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** A file of docs/examples with the address of the server under test in place of the made-up one. */
export function example(name: string, base: string): string {
  const text = readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url), 'utf8');
  return text.replaceAll('https://eegate.example/', base);
}

/** The code block of a Markdown file that begins with these words. */
export function block(text: string, opening: string): { head: string; body: string } {
  const found = text.split('```').find((part) => part.startsWith(opening));
  if (!found) throw new Error(`no block ${opening}`);
  const end = found.indexOf('\n');
  return { head: found.slice(0, end), body: found.slice(end + 1) };
}
