/**
 * What can be listened to.
 * - `sync`: a device's rounds, and what begins and fails them.
 * - `outbox`: what a device's own changes put there; said before they are committed.
 * - `feed`: which scopes the server's changes move; said before they are committed.
 * - `files`: rounds of the content of files.
 * - `http`: the server's requests.
 */
export const debugNamespaces = ["sync", "outbox", "feed", "files", "http"] as const;
export type DebugNamespace = (typeof debugNamespaces)[number];

/**
 * What may be said of an event: ids, kinds, numbers. Never what somebody wrote, and nothing that opens
 * anything: these lines are sent along with reports of what went wrong.
 */
export type DebugFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Says that something happened. `facts` is asked only while somebody listens. */
export type Debug = (event: string, facts?: () => DebugFacts) => void;

/** Takes finished lines; null: nobody listens. */
type Listener = (line: string) => void;

const listeners = new Map<DebugNamespace, Listener>();

/** The voice of one namespace. Silent, at the cost of a look into an empty map, until it is listened to. */
export function createDebug(namespace: DebugNamespace): Debug {
  return (event, facts) => {
    const listener = listeners.get(namespace);
    if (listener === undefined) return;
    const said = Object.entries(facts?.() ?? {}).map(([name, value]) => ` ${name}=${value}`);
    listener(`${namespace}: ${event}${said.join("")}`);
  };
}

/** Whether anybody hears what a namespace says: for what costs something only to be able to say it. */
export function isListenedTo(namespace: DebugNamespace): boolean {
  return listeners.has(namespace);
}

/**
 * Listens to the namespaces that `wanted` names, separated by commas; `*` names all. For a program's
 * start: undefined or empty leaves everything silent. Names that there are not are told of in a line.
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
