import { createContext, use, useSyncExternalStore } from "react";

/**
 * State of the connection to the host, the process with the database. `restarting` for the first seconds
 * after it stopped, `away` after that. `locked` while it doesn't accept this page's credentials.
 */
export type HostState = "up" | "restarting" | "away" | "locked";

/** Connection of the page to its host. The page stays rendered in every state. */
export interface HostConnection {
  readonly state: HostState;
  /** True if it was `up` at least once since the page was loaded. */
  readonly wasUp: boolean;
  /** Calls `onChange` after each change. Returns the unsubscribe function. */
  watch(onChange: () => void): () => void;
}

const HostContext = createContext<HostConnection | null>(null);
export const HostProvider = HostContext.Provider;

const always: HostConnection = { state: "up", wasUp: true, watch: () => () => {} };

/** Returns the connection to the host, to be read later. It is always `up` if no provider is mounted. */
export function useHost(): HostConnection {
  return use(HostContext) ?? always;
}

/** Returns the state of the connection, and rerenders when it changes. */
export function useHostState(): HostState {
  const host = useHost();
  return useSyncExternalStore(host.watch, () => host.state);
}
