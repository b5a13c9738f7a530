import { z } from "zod";
import { parseJson } from "../../json/parse-json.ts";
import type { CommitSignal, Signal } from "./signals.ts";

/** What one process writes to the others. Sent often, and so what is empty is left out. */
const textSchema = z.object({
  /** The process that says it. */
  from: z.string(),
  kinds: z
    .array(z.enum(["referrers-due", "events-logged", "deliveries-due", "settings-changed"]))
    .default([]),
  /** Scopes that moved. */
  scopes: z.array(z.string()).default([]),
  /** Sessions and tokens that ended; absent where no credential changed. */
  ended: z.array(z.string()).optional(),
  everything: z.literal(true).optional(),
  /** What is relayed. */
  relayed: z.array(z.string()).default([]),
});
type Text = z.input<typeof textSchema>;
type Kind = z.infer<typeof textSchema>["kinds"][number];

/** What waits to be sent to other processes. */
export interface Outbound {
  add(signals: readonly Signal[]): void;
  /** For `Relay`: in the order of the calls, and lost where there is too much to be sent. */
  relay(text: string): void;
  /** The texts for what was added since the last time, each signal once. */
  take(): readonly string[];
}

/**
 * Texts have `maxBytes` of UTF-8 at most. Where that makes more than `maxTexts` it is said that everything
 * moved, which costs whoever hears it a read and nothing else.
 */
export function gatherOutbound(
  from: string,
  { maxBytes, maxTexts }: { readonly maxBytes: number; readonly maxTexts: number },
): Outbound {
  let kinds = new Set<Kind>();
  let scopes = new Set<string>();
  let ended: Set<string> | null = null;
  let isEverything = false;
  let relayed: string[] = [];

  function add(signal: Signal): void {
    switch (signal.kind) {
      case "scopes-moved":
        for (const scope of signal.scopes) scopes.add(scope);
        return;
      case "credentials-changed":
        ended ??= new Set();
        for (const id of signal.ended) ended.add(id);
        return;
      case "everything-moved":
        isEverything = true;
        return;
      case "referrers-due":
      case "events-logged":
      case "deliveries-due":
      case "settings-changed":
        kinds.add(signal.kind);
    }
  }

  function parts(): Partial<Text>[] {
    if (isEverything) return [{ everything: true }];
    const short: Partial<Text> = {
      ...(kinds.size > 0 && { kinds: [...kinds] }),
      ...(ended !== null && { ended: [] }),
    };
    // The short ones fit beside whatever is long.
    const room = maxBytes - 200 - from.length;
    const long: Partial<Text>[] = [
      ...inParts([...scopes], room).map((part) => ({ scopes: part })),
      ...inParts([...(ended ?? [])], room).map((part) => ({ ended: part })),
      ...inParts(relayed, room).map((part) => ({ relayed: part })),
    ];
    if (long.length > maxTexts) return [{ everything: true }];
    const [first, ...others] = long;
    if (first === undefined) return Object.keys(short).length === 0 ? [] : [short];
    return [{ ...short, ...first }, ...others];
  }

  return {
    add: (signals) => signals.forEach(add),
    relay: (text) => void relayed.push(text),
    take() {
      const taken = parts();
      kinds = new Set();
      scopes = new Set();
      ended = null;
      isEverything = false;
      relayed = [];
      return taken.map((part) => JSON.stringify({ from, ...part } satisfies Text));
    },
  };
}

/** Lists whose JSON takes `maxBytes` at most, but for one with a single long entry. */
function inParts(texts: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const text of texts) {
    // A unit of text takes three bytes of UTF-8 at most.
    const bytes = 3 * JSON.stringify(text).length + 1;
    const part = parts.at(-1);
    if (part === undefined || bytes > left) {
      parts.push([text]);
      left = maxBytes - bytes;
    } else {
      part.push(text);
      left -= bytes;
    }
  }
  return parts;
}

/** What another process says. */
export interface Inbound {
  readonly from: string;
  readonly signals: readonly Signal[];
  readonly relayed: readonly string[];
}

/**
 * What a text says; null for one's own. What cannot be read, as of a newer version beside this one,
 * stands for everything.
 */
export function readInbound(text: string, self: string): Inbound | null {
  let read;
  try {
    read = parseJson(textSchema, text);
  } catch {
    return { from: "", signals: [{ kind: "everything-moved" }], relayed: [] };
  }
  const { from, kinds, scopes, ended, everything, relayed } = read;
  if (from === self) return null;
  if (everything === true) return { from, signals: [{ kind: "everything-moved" }], relayed };
  const signals: CommitSignal[] = kinds.map((kind) => ({ kind }));
  if (scopes.length > 0) signals.push({ kind: "scopes-moved", scopes });
  if (ended !== undefined) signals.push({ kind: "credentials-changed", ended });
  return { from, signals, relayed };
}
