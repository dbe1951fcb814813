// The plan of a classification in the engines, with its filtered signal: opened at its first use, and closed some time after the last.
import { closedError, type EnginePool, type Resource } from '../worker/pool.js';

/** A request for epochs is often followed by one for the next epochs, in the same filtered block. */
const lingerMs = 20_000;

/** A plan under an id of its own. */
export interface HeldPlan {
  readonly id: number;
  readonly resource: Resource;
}

export class SharedPlan {
  #held: HeldPlan | null = null;
  #nUsers = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    private readonly pool: EnginePool,
    private readonly make: () => HeldPlan,
  ) {}

  /** The plan until `end` or, with a delay, `endLater` is called. A closed plan is made again under a new id. */
  borrow(): { held: HeldPlan; end: () => void; endLater: () => void } {
    this.checkOpen();
    clearTimeout(this.#lingering);
    this.#nUsers++;
    const held = (this.#held ??= this.#makeReleasable());
    const end = (afterMs: number) => {
      if (--this.#nUsers > 0 || this.#isClosed) return;
      if (afterMs === 0) return void this.#giveBack();
      this.#lingering = setTimeout(() => void this.#giveBack(), afterMs);
      (this.#lingering as { unref?: () => void }).unref?.(); // Node need not wait for it
    };
    return { held, end: () => end(0), endLater: () => end(lingerMs) };
  }

  /** Forgets the plan when its recording or model is closed, instead of holding it until the delay is over. */
  #makeReleasable(): HeldPlan {
    const held = this.make();
    held.resource.onReleased = () => {
      if (this.#held !== held) return;
      clearTimeout(this.#lingering);
      this.#held = null;
    };
    return held;
  }

  /** Runs `work` with the plan, which may soon be needed again. */
  async with<T>(work: (held: HeldPlan) => Promise<T>): Promise<T> {
    const { held, endLater } = this.borrow();
    try {
      return await work(held);
    } finally {
      endLater();
    }
  }

  /** Closes it for ever. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#lingering);
    await this.#giveBack();
  }

  checkOpen(): void {
    if (this.#isClosed) throw closedError('classification');
  }

  async #giveBack(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    if (held) await this.pool.close(held.resource);
  }
}
