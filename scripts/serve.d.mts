import type { Server } from 'node:http';
export function serve(options?: { port?: number; folder?: string }): Promise<Server>;
