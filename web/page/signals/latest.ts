// Answers the newest question while questions change: one request at a time, then only the last question.

export class Latest<T> {
  #key = '';
  #value: T | null = null;
  #wanted: { key: string; ask: () => Promise<T> } | null = null;
  #isBusy = false;

  constructor(
    private readonly onValue: () => void,
    private readonly onError: (thrown: unknown) => void,
  ) {}

  /** What is known now, be it of an earlier question; asks if the key is new. */
  get(key: string, ask: () => Promise<T>): T | null {
    if (key !== this.#key && key !== this.#wanted?.key) {
      this.#wanted = { key, ask };
      void this.#run();
    }
    return this.#value;
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#wanted && this.#wanted.key !== this.#key) {
      const { key, ask } = this.#wanted;
      this.#key = key;
      try {
        this.#value = await ask();
      } catch (thrown) {
        this.#value = null;
        this.onError(thrown);
      }
      this.onValue();
    }
    this.#isBusy = false;
  }
}
