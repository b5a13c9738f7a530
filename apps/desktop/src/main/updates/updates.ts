import type { UpdateState } from "@tidemark/ui";
import { isNewer } from "./is-newer.ts";

/** Provides new versions and installs them. */
export interface UpdateSource {
  /**
   * Returns the version offered to this machine, or null if there is none. Staged roll-outs offer it to some
   * machines first.
   */
  find(): Promise<string | null>;
  /** Downloads the version found last and verifies it. */
  fetch(): Promise<void>;
  /** Quits the program and starts the downloaded version. */
  install(): void;
}

export interface UpdatesOptions {
  /** `null` if there is no feed, or this program can't be updated. */
  readonly source: UpdateSource | null;
  /** Version of the running program. */
  readonly version: string;
  readonly onState: () => void;
  readonly log: (line: string) => void;
  readonly nowMs: () => number;
}

export interface Updates {
  readonly state: UpdateState;
  /** Checks soon, then at intervals. */
  begin(): void;
  /** Checks now. Resolves when done, even after a failure. */
  look(): Promise<void>;
  /** Installs the downloaded version, if there is one. */
  install(): void;
}

/** Delay before the first check, so it doesn't slow down startup. */
const firstMs = 60_000;
const everyMs = 6 * 60 * 60_000;

/**
 * Checks for newer versions and downloads them. Installs only on request or on quit, and never an older
 * version.
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
