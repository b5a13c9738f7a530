import { Socket } from "node:net";

/**
 * A socket that writes what is asked of it in one turn of the event loop at once: statements that are sent
 * one after the other cost one call of the system and wake the other side once, not each by itself.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override uncork(): void {
    if (this.#isGathering) {
      super.uncork();
      return;
    }
    this.#isGathering = true;
    // After everything that the present turn still has to run, promises included.
    process.nextTick(() => {
      this.#isGathering = false;
      super.uncork();
    });
  }
}
