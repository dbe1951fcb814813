// A static server for dist/ on this machine alone: node scripts/serve.mjs (PORT, else 8080).
import { serveFolder } from '../bin/static_server.mjs';
import { Failure, atRoot, isMain, main } from './shared.mjs';

/** @param {{ port?: number, folder?: string }} options */
export async function serve({
  port = Number(process.env.PORT || 8080),
  folder = atRoot('dist'),
} = {}) {
  const server = await serveFolder({ port, folder }).catch((error) => {
    throw error.code === 'EADDRINUSE' ? new Failure(`port ${port} is in use: set PORT`) : error;
  });
  console.log(`http://localhost:${server.address().port}`);
  return server;
}

if (isMain(import.meta.url)) main(serve);
