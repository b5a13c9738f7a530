import type { Choices } from "./choices.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { World } from "./world.ts";

/** Context of a burst: a device, its user and memos, and prepared steps. */
export interface Scene {
  readonly world: World;
  readonly choices: Choices;
  readonly random: Random;
  readonly on: string;
  readonly user: string;
  /** Steps after which the device and the server run and can talk. */
  readonly calm: readonly Step[];
  /** Id of a memo of the device's user. `theirs` is a top-level memo of another user. */
  readonly mine: string | null;
  readonly theirs: { readonly id: string; readonly creator: string } | null;
  /**
   * Deliveries after which a sync call of this device has reached the server and its response hasn't
   * arrived.
   */
  readonly pushed: readonly Step[];
  /** Returns deliveries of the burst's own messages, which are behind those already under way. */
  deliver(times: number, nth: number): Step[];
}

export type Burst = (scene: Scene) => readonly Step[];
