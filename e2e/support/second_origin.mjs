// A second origin for tests of embedding: a server that gives made-up pages, with the headers that a test asks for.
import { createServer } from 'node:http';

/** See second_origin.d.mts. */
export async function secondOrigin(pages) {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? '').split('?')[0]];
    if (!page) return response.writeHead(404).end();
    const headers = { 'content-type': page.type ?? 'text/html; charset=utf-8' };
    if (page.anywhere) headers['access-control-allow-origin'] = '*';
    if (page.policy) headers['content-security-policy'] = page.policy;
    return response.writeHead(200, headers).end(page.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => void server.close() };
}
