// What lies outside the browser: an HTTP server that serves the page, and for each attempt a port for TCP and one for UDP of its own,
// so that what arrives late is still known to be its. All that arrives is recorded.
import { createSocket, type Socket } from 'node:dgram';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { serve } from '../../scripts/serve.mjs';
import type { Targets } from './attempt.js';

export class Outside {
  readonly #page: Server;
  readonly #listeners: Listener[] = [];
  /** Requests of the page's own server. */
  readonly arrived: string[] = [];

  private constructor(page: Server) {
    this.#page = page;
    page.on('request', ({ url }) => this.arrived.push(`own server: ${url}`));
  }

  /** `headers`: what the host of the page adds to every answer. */
  static async open(headers: Record<string, string> = {}): Promise<Outside> {
    const page = await serve({ port: 0 });
    page.prependListener('request', (_request, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    });
    return new Outside(page);
  }

  get address(): string {
    return `http://localhost:${(this.#page.address() as AddressInfo).port}/`;
  }

  async listen(): Promise<Listener> {
    const listener = await Listener.open(this.address);
    this.#listeners.push(listener);
    return listener;
  }

  forget(): void {
    this.arrived.length = 0;
  }

  close(): void {
    this.#page.close();
    this.#page.closeAllConnections();
    for (const listener of this.#listeners) listener.close();
  }
}

/** The ports of one attempt. */
export class Listener {
  readonly #tcp: TcpServer;
  readonly #udp: Socket;
  readonly #own: string;
  /** What came with bytes in it. */
  readonly arrived: string[] = [];
  /** Connections to the foreign TCP port, with or without bytes. */
  connections = 0;

  private constructor(tcp: TcpServer, udp: Socket, own: string) {
    [this.#tcp, this.#udp, this.#own] = [tcp, udp, own];
    udp.on('message', () => this.arrived.push('UDP'));
    tcp.on('connection', (socket) => {
      this.connections++;
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        this.arrived.push(`foreign: ${bytes.toString('latin1').slice(0, 80)}`);
        socket.end(
          'HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\n\r\n',
        );
      });
    });
  }

  static async open(own: string): Promise<Listener> {
    const tcp = createServer();
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    return new Listener(tcp, udp, own);
  }

  get targets(): Targets {
    const tcp = (this.#tcp.address() as AddressInfo).port;
    return {
      own: this.#own,
      foreign: `http://127.0.0.1:${tcp}/`,
      socket: `ws://127.0.0.1:${tcp}/`,
      stun: `stun:127.0.0.1:${this.#udp.address().port}`,
      turn: `turn:127.0.0.1:${tcp}?transport=tcp`,
    };
  }

  close(): void {
    this.#tcp.close();
    this.#udp.close();
  }
}
