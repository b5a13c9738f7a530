import type { UpdateState } from "@tidemark/ui";
import { isNewer } from "./is-newer.ts";

/** Where new versions come from, and how one is put in place of this. */
export interface UpdateSource {
  /** The version that is offered to this machine: in a staged roll-out not to each at once. null: none. */
  find(): Promise<string | null>;
  /** Fetches what was found last, and looks whether it is whole. */
  fetch(): Promise<void>;
  /** Ends the program and starts the version that was fetched. */
  install(): void;
}

export interface UpdatesOptions {
  /** null: there is no feed, or this program is none that can be put in place. */
  readonly source: UpdateSource | null;
  /** The version that runs. */
  readonly version: string;
  readonly onState: () => void;
  readonly log: (line: string) => void;
  readonly nowMs: () => number;
}

export interface Updates {
  readonly state: UpdateState;
  /** Looks now, and from time to time from then on. */
  begin(): void;
  /** Looks now. Resolves when that is over, well or not. */
  look(): Promise<void>;
  /** Starts the new version, where one is ready. */
  install(): void;
}

/** The start has other things to do first. */
const firstMs = 60_000;
const everyMs = 6 * 60 * 60_000;

/**
 * Looks for newer versions, fetches one, and puts it in place when it is asked to; nothing is replaced
 * under a running program, and never by an older version.
 */
export function createUpdates({ source, version, onState, log, nowMs }: UpdatesOptions): Updates {
  let state: UpdateState = source === null ? { type: "off" } : { type: "unknown" };
  let looking: Promise<void> | null = null;

  function set(now: UpdateState): void {
    state = now;
    onState();
  }

  async function lookNow(from: UpdateSource): Promise<void> {
    try {
      set({ type: "looking" });
      const found = await from.find();
      if (found === null || !isNewer(found, version)) {
        if (found !== null) log(`updates: ${found} is offered, and is not newer`);
        set({ type: "newest", atMs: nowMs() });
        return;
      }
      set({ type: "fetching", version: found });
      await from.fetch();
      log(`updates: ${found} is ready`);
      set({ type: "ready", version: found });
    } catch (error) {
      log(`updates: ${error instanceof Error ? error.message : String(error)}`);
      set({ type: "failed", atMs: nowMs() });
    }
  }

  function look(): Promise<void> {
    if (source === null || state.type === "ready") return Promise.resolve();
    looking ??= lookNow(source).finally(() => (looking = null));
    return looking;
  }

  return {
    get state() {
      return state;
    },
    begin() {
      if (source === null) return;
      setTimeout(() => void look(), firstMs);
      setInterval(() => void look(), everyMs);
    },
    look,
    install() {
      if (state.type === "ready") source?.install();
    },
  };
}
