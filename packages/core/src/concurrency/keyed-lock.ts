import { SerialQueue } from "./serial-queue.ts";

/** Runs tasks of the same key one at a time, in order. Tasks of different keys don't wait for each other. */
export class KeyedLock {
  readonly #queues = new Map<string, SerialQueue>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new SerialQueue();
    this.#queues.set(key, queue);
    try {
      return await queue.run(task);
    } finally {
      if (queue.size === 0 && this.#queues.get(key) === queue) this.#queues.delete(key);
    }
  }
}
