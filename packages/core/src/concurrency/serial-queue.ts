/** Runs one task at a time, in the order in which they were added. A task that fails doesn't stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** Number of tasks that wait or run. */
  get size(): number {
    return this.#size;
  }

  /** Settles like the task. */
  run<T>(task: () => Promise<T>): Promise<T> {
    this.#size += 1;
    const done = this.#last.then(task).finally(() => {
      this.#size -= 1;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once all tasks added so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
