import type { Server } from 'node:http';
export function serveFolder(options: {
  port: number;
  folder: string;
  index?: string;
}): Promise<Server>;
