/**
 * Namespaces of debug output.
 * - `sync`: a device's sync rounds, their triggers and failures.
 * - `outbox`: operations added by the device's own changes; logged before the commit.
 * - `feed`: scopes that changes on the server touch; logged before the commit.
 * - `files`: rounds of the file transfer.
 * - `http`: the server's requests.
 */
export const debugNamespaces = ["sync", "outbox", "feed", "files", "http"] as const;
export type DebugNamespace = (typeof debugNamespaces)[number];

/**
 * Facts that may be logged about an event: ids, kinds, numbers. Never user content or credentials: users
 * attach these lines to bug reports.
 */
export type DebugFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Logs an event. `facts` is called only if the namespace has a listener. */
export type Debug = (event: string, facts?: () => DebugFacts) => void;

/** Receives finished lines. */
type Listener = (line: string) => void;

const listeners = new Map<DebugNamespace, Listener>();

/** Returns the debug function of a namespace. Without a listener it only looks up an empty map. */
export function createDebug(namespace: DebugNamespace): Debug {
  return (event, facts) => {
    const listener = listeners.get(namespace);
    if (listener === undefined) return;
    const said = Object.entries(facts?.() ?? {}).map(([name, value]) => ` ${name}=${value}`);
    listener(`${namespace}: ${event}${said.join("")}`);
  };
}

/** Returns true if a namespace has a listener, for callers that need costly preparation. */
export function isListenedTo(namespace: DebugNamespace): boolean {
  return listeners.has(namespace);
}

/**
 * Sets the listener for the namespaces in `wanted`, separated by commas; `*` means all. Called at a program's
 * start: undefined or empty disables all output. Logs one line about unknown names.
 */
export function listenToDebug(wanted: string | undefined, listener: Listener): void {
  const names = (wanted ?? "").split(",").map((name) => name.trim());
  for (const namespace of debugNamespaces) {
    if (names.includes(namespace) || names.includes("*")) listeners.set(namespace, listener);
    else listeners.delete(namespace);
  }
  const known: readonly string[] = ["", "*", ...debugNamespaces];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    listener(`debug: no ${unknown.join(", ")}; there are ${debugNamespaces.join(", ")}`);
  }
}
