import { Socket } from "node:net";

/**
 * Socket that writes everything sent in one turn of the event loop at once. Several statements then cost one
 * system call and wake the server once.
 */
export class BatchingSocket extends Socket {
  #isGathering = false;

  override uncork(): void {
    if (this.#isGathering) {
      super.uncork();
      return;
    }
    this.#isGathering = true;
    // Runs after the rest of the current turn, including promises.
    process.nextTick(() => {
      this.#isGathering = false;
      super.uncork();
    });
  }
}
