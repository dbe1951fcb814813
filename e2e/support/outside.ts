// A listener outside the browser: an HTTP server that serves the page, a port for TCP and one for UDP. All that arrives is recorded.
import { createSocket, type Socket } from 'node:dgram';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { serve } from '../../scripts/serve.mjs';
import type { Targets } from './attempt.js';

export class Outside {
  readonly #page: Server;
  readonly #tcp: TcpServer;
  readonly #udp: Socket;
  /** Requests of the page's own server, and bytes that came to the other ports. */
  readonly arrived: string[] = [];
  /** Connections to the foreign TCP port, with or without bytes. */
  connections = 0;

  private constructor(page: Server, tcp: TcpServer, udp: Socket) {
    [this.#page, this.#tcp, this.#udp] = [page, tcp, udp];
    page.on('request', ({ url }) => this.arrived.push(`own server: ${url}`));
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

  static async open(): Promise<Outside> {
    const page = await serve({ port: 0 });
    const tcp = createServer();
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    return new Outside(page, tcp, udp);
  }

  get address(): string {
    return `http://localhost:${(this.#page.address() as AddressInfo).port}/`;
  }

  get targets(): Targets {
    const tcp = (this.#tcp.address() as AddressInfo).port;
    return {
      own: this.address,
      foreign: `http://127.0.0.1:${tcp}/`,
      socket: `ws://127.0.0.1:${tcp}/`,
      stun: `stun:127.0.0.1:${this.#udp.address().port}`,
      turn: `turn:127.0.0.1:${tcp}?transport=tcp`,
    };
  }

  forget(): void {
    this.arrived.length = 0;
    this.connections = 0;
  }

  close(): void {
    this.#page.close();
    this.#page.closeAllConnections();
    this.#tcp.close();
    this.#udp.close();
  }
}
