import type { Choices } from "./choices.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { World } from "./world.ts";

/** What a burst is about: a device with everything in order, and what it has. */
export interface Scene {
  readonly world: World;
  readonly choices: Choices;
  readonly random: Random;
  readonly on: string;
  readonly user: string;
  /** Steps after which the device and the server run and can talk. */
  readonly calm: readonly Step[];
  /** A memo of its user, and one of somebody else at the top. */
  readonly mine: string | null;
  readonly theirs: { readonly id: string; readonly creator: string } | null;
  /** Deliveries that bring a sync call of this device to the server, and no answer back. */
  readonly pushed: readonly Step[];
  /** Delivers messages of the burst itself, which stand behind those that are under way. */
  deliver(times: number, nth: number): Step[];
}

export type Burst = (scene: Scene) => readonly Step[];
