// Connection of the page to the outer page (web/shell). The page runs in a frame of opaque origin without network: address,
// downloads and browser storage are handled by the outer page.
import { RpcClient, type Port } from '../worker/rpc.js';
import type { FrameGlobals, ShellMethods, ShellNews } from '../shell/protocol.js';

type Listener<News extends ShellNews['news']> = (news: Extract<ShellNews, { news: News }>) => void;

class ShellClient {
  readonly #rpc: RpcClient;
  readonly #listeners: { [News in ShellNews['news']]: Listener<News>[] } = {
    fragment: [],
    visited: [],
    requests: [],
    blocked: [],
    file: [],
  };
  /** Of the address, without "#". */
  fragment: string;

  constructor(port: Port, fragment: string) {
    this.fragment = fragment;
    this.#rpc = new RpcClient(port);
    port.addEventListener('message', ({ data }) => this.#hear(data as Partial<ShellNews>));
    if (port instanceof MessagePort) port.start();
  }

  call<M extends keyof ShellMethods>(
    method: M,
    ...args: Parameters<ShellMethods[M]>
  ): Promise<ReturnType<ShellMethods[M]>> {
    return this.#rpc.call(method, args) as Promise<ReturnType<ShellMethods[M]>>;
  }

  on<News extends ShellNews['news']>(news: News, listener: Listener<News>): void {
    this.#listeners[news].push(listener);
  }

  /** Writes the fragment of the address; listeners are not notified of changes by the page itself. */
  setFragment(fragment: string, isNew = false): void {
    this.fragment = fragment;
    this.call('address', fragment, isNew).catch(() => undefined); // a view that no address holds
  }

  /** As if a link with this fragment had been followed. */
  follow(fragment: string): void {
    this.#hear({ news: 'fragment', fragment, isLink: true });
  }

  #hear(message: Partial<ShellNews>): void {
    if (message.news === 'fragment') this.fragment = message.fragment ?? '';
    const listeners = message.news ? this.#listeners[message.news] : [];
    for (const listener of listeners) (listener as (news: unknown) => void)(message);
  }
}

/** Without a shell (tests of the page's parts) nothing answers. */
const nobody: Port = { postMessage: () => undefined, addEventListener: () => undefined };
const { eegateShell } = globalThis as FrameGlobals;

/** Engine workers that have started already. */
export const startedWorkers: Worker[] = eegateShell?.workers ?? [];

/** Names of the files that the shell sends without being asked for. */
export const comingFiles: readonly string[] = eegateShell?.coming ?? [];

export const shell = new ShellClient(
  (eegateShell?.port as Port | undefined) ?? nobody,
  eegateShell?.fragment ?? '',
);
