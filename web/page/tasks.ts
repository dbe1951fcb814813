// Runs every task that can fail: reports its status, keeps open what was open before, and shows an error until the same task is
// tried again.
import { EegateError } from '../api/index.js';
import type { Alert, State } from './state.js';
import type { Store } from './store.js';
import { strings } from './strings/index.js';
import type { Workspace } from './workspaces.js';

/** What a user can ask for. A new task takes away the alerts of ended ones of its kind, and no others. */
export type TaskKind =
  | 'start'
  | 'open'
  | 'close'
  | 'compare'
  | 'annotations'
  | 'copy'
  | 'classify'
  | 'save'
  | 'report'
  | 'stored'
  | 'train'
  | 'live'
  | 'sleep'
  | 'counts'
  | 'playground'
  | 'lesson';

/** A sentence, such as the name of a file that was saved, is read in this time. */
const toReadMs = 6000;

/** Where the tasks of one workspace alone belong. */
const homes: Partial<Record<TaskKind, Workspace>> = {
  train: 'train',
  live: 'live',
  sleep: 'sleep',
  counts: 'sleep',
  playground: 'learn',
};

/** What changes with the workspace: what went wrong in the one that is left was seen there, and is not told in others. */
export function entered(state: Readonly<State>, workspace: Workspace): Partial<State> {
  const { workspace: left, alerts } = state;
  const isLeft = ({ by }: Alert) => left !== workspace && by !== null && homes[by.kind] === left;
  return alerts.some(isLeft)
    ? { workspace, alerts: alerts.filter((one) => !isLeft(one)) }
    : { workspace };
}

/** One that is running. */
export interface Task {
  report(thrown: unknown, subject: string): void;
  attempt(subject: Subject, body: () => Promise<void>): Promise<void>;
}

/** What the user would call the thing that failed, e.g. the name of a file; it may depend on the failure. */
export type Subject = string | ((thrown: unknown) => string);

interface Running {
  kind: TaskKind;
  ended: Promise<void>;
}

export class Tasks {
  readonly #running = new Map<number, Running>();
  readonly #waitedFor = new Set<number>();
  #lastId = 0;
  #saidAtMs = -Infinity;

  constructor(
    private readonly store: Store<State>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  say(status: string): void {
    this.#saidAtMs = this.now();
    this.store.update({ status });
  }

  /** How far something is that goes on: not before what was said last could be read. False if it was held back. */
  sayProgress(status: string): boolean {
    if (this.now() - this.#saidAtMs < toReadMs) return false;
    this.store.update({ status });
    return true;
  }

  /** Takes a status away, unless something else was said since. */
  unsay(status: string): void {
    if (this.store.state.status === status) this.say('');
  }

  /** Of nothing that the user asked for: it stays until it is dismissed. */
  report(thrown: unknown, subject: string): void {
    this.#alert(thrown, subject, null);
  }

  /** Something that may fail while the page can be used. `subject`: see Subject. */
  async attempt(kind: TaskKind, subject: Subject, body: () => Promise<void>): Promise<void> {
    await this.#run(kind, false, (task) => task.attempt(subject, body));
  }

  /** Something that the user waits for: the page is busy until the last of these has ended. */
  async busy(kind: TaskKind, status: string, body: (task: Task) => Promise<void>): Promise<void> {
    this.say(status);
    await this.#run(kind, true, body);
  }

  /** Waits for the tasks of a kind, and for those that begin meanwhile. */
  async untilIdle(kind: TaskKind): Promise<void> {
    for (;;) {
      const running = [...this.#running.values()].filter((one) => one.kind === kind);
      if (!running.length) return;
      await Promise.all(running.map(({ ended }) => ended));
    }
  }

  async #run(
    kind: TaskKind,
    isWaitedFor: boolean,
    body: (task: Task) => Promise<void>,
  ): Promise<void> {
    const id = ++this.#lastId;
    let end!: () => void;
    this.#forgetAlerts(kind);
    this.#running.set(id, { kind, ended: new Promise((resolve) => (end = resolve)) });
    if (isWaitedFor) this.#waitedFor.add(id);
    this.#sync();
    try {
      await body(this.#task(kind, id));
    } finally {
      this.#running.delete(id);
      this.#waitedFor.delete(id);
      this.#sync();
      end();
    }
  }

  #task(kind: TaskKind, id: number): Task {
    const report = (thrown: unknown, subject: string) => this.#alert(thrown, subject, { kind, id });
    return {
      report,
      attempt: async (subject, body) => {
        try {
          await body();
        } catch (thrown) {
          const named = typeof subject === 'string' ? subject : subject(thrown);
          report(thrown, named);
          this.say(strings.status.failed(named));
        }
      },
    };
  }

  #sync(): void {
    const isBusy = this.#waitedFor.size > 0;
    if (this.store.state.isBusy !== isBusy) this.store.update({ isBusy });
  }

  #forgetAlerts(kind: TaskKind): void {
    this.store.update(({ alerts }) => {
      const left = alerts.filter(({ by }) => by?.kind !== kind || this.#running.has(by.id));
      return left.length === alerts.length ? {} : { alerts: left };
    });
  }

  #alert(thrown: unknown, subject: string, by: { kind: TaskKind; id: number } | null): void {
    const error = thrown instanceof EegateError ? thrown : unexpected(thrown);
    this.store.update(({ alerts }) => ({ alerts: [...alerts, { error, subject, by }] }));
  }
}

function unexpected(thrown: unknown): EegateError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = strings.errors.unexpectedHint;
  return new EegateError({ code: 'PAGE_FAILED', message, hint }, thrown);
}
