import { createContext, use, useSyncExternalStore } from "react";

/**
 * Whether the program that holds the memos can be reached: `restarting` for the first seconds after
 * it went away, `away` from then on, `locked` while it does not know who is asking.
 */
export type HostState = "up" | "restarting" | "away" | "locked";

/** What the page knows of the way to its host. The page stays as it is, whatever this says. */
export interface HostConnection {
  readonly state: HostState;
  /** Whether it was up since the page was loaded. */
  readonly wasUp: boolean;
  /** Calls back after each change; gives what ends it. */
  watch(onChange: () => void): () => void;
}

const HostContext = createContext<HostConnection | null>(null);
export const HostProvider = HostContext.Provider;

const always: Pick<HostConnection, "state" | "watch"> = { state: "up", watch: () => () => {} };

/** The way to the host, to be asked later; what is mounted without one is always up. */
export function useHost(): Pick<HostConnection, "state" | "watch"> {
  return use(HostContext) ?? always;
}

/** The state of the way to the host. */
export function useHostState(): HostState {
  const host = useHost();
  return useSyncExternalStore(host.watch, () => host.state);
}
