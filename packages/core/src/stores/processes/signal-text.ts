import { z } from "zod";
import { parseJson } from "../../json/parse-json.ts";
import type { CommitSignal, Signal } from "./signals.ts";
import type { Scope } from "../../model/scope.ts";
import { scopeSchema } from "../../model/scope-schema.ts";

/** Format of a message between processes. Messages are frequent, so empty fields are left out. */
const textSchema = z.object({
  /** Name of the sending process. */
  from: z.string(),
  kinds: z
    .array(z.enum(["referrers-due", "events-logged", "deliveries-due", "settings-changed"]))
    .default([]),
  /** Scopes that changed. */
  scopes: z.array(scopeSchema()).default([]),
  /** Ids of ended sessions and tokens; absent if no credential changed. */
  ended: z.array(z.string()).optional(),
  everything: z.literal(true).optional(),
  /** Ranges of the commits whose signals this text completes. Sent with the last text about them. */
  commits: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Relayed texts. */
  relayed: z.array(z.string()).default([]),
});
type Text = z.input<typeof textSchema>;
type Kind = z.infer<typeof textSchema>["kinds"][number];

/** Consecutive commits by number. */
export type CommitRange = readonly [first: number, last: number];

/** Signals queued for other processes. */
export interface Outbound {
  add(signals: readonly Signal[]): void;
  /** Adds a commit whose signals were added. Numbers ascend. */
  committed(number: number): void;
  /** Queues a text of `Relay`. Order is preserved; texts are dropped if there is too much to send. */
  relay(text: string): void;
  /** Returns the texts for everything added since the last call, each signal once. */
  take(): readonly string[];
}

/**
 * Creates an outbound queue. Texts have at most `maxBytes` of UTF-8. If more than `maxTexts` would be needed,
 * a single `everything-moved` is sent; it costs each receiver one read and nothing else.
 */
export function gatherOutbound(
  from: string,
  { maxBytes, maxTexts }: { readonly maxBytes: number; readonly maxTexts: number },
): Outbound {
  let kinds = new Set<Kind>();
  let scopes = new Set<Scope>();
  let ended: Set<string> | null = null;
  let isEverything = false;
  let commits: [number, number][] = [];
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

  // Leaves room for the short fields beside a long one.
  const room = maxBytes - 300 - from.length;

  function withCommits(texts: readonly Partial<Text>[]): readonly Partial<Text>[] {
    if (commits.length === 0) return texts;
    if (commits.length <= maxRangesBeside) {
      return [...texts.slice(0, -1), { ...texts.at(-1), commits }];
    }
    return [...texts, ...inParts(commits, room).map((part) => ({ commits: part }))];
  }

  function parts(): Partial<Text>[] {
    if (isEverything) return [{ everything: true }];
    const short: Partial<Text> = {
      ...(kinds.size > 0 && { kinds: [...kinds] }),
      ...(ended !== null && { ended: [] }),
    };
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
    committed(number) {
      const last = commits.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else commits.push([number, number]);
    },
    relay: (text) => void relayed.push(text),
    take() {
      const taken = withCommits(parts());
      kinds = new Set();
      scopes = new Set();
      ended = null;
      isEverything = false;
      commits = [];
      relayed = [];
      return taken.map((part) => JSON.stringify({ from, ...part } satisfies Text));
    },
  };
}

/** Maximum number of commit ranges that fit beside a long field. */
const maxRangesBeside = 5;

/** Splits a list into parts whose JSON takes at most `maxBytes`, except a part with a single long entry. */
function inParts<Entry>(entries: readonly Entry[], maxBytes: number): Entry[][] {
  const parts: Entry[][] = [];
  let left = 0;
  for (const entry of entries) {
    // A unit of text takes three bytes of UTF-8 at most.
    const bytes = 3 * JSON.stringify(entry).length + 1;
    const part = parts.at(-1);
    if (part === undefined || bytes > left) {
      parts.push([entry]);
      left = maxBytes - bytes;
    } else {
      part.push(entry);
      left -= bytes;
    }
  }
  return parts;
}

/** Decoded text of another process. */
export interface Inbound {
  readonly from: string;
  readonly signals: readonly Signal[];
  /** Commits whose signals are complete with this text. */
  readonly commits: readonly CommitRange[];
  readonly relayed: readonly string[];
}

/**
 * Decodes a text; returns null for the process's own. A text that can't be parsed, such as one of a newer
 * version, is read as `everything-moved`.
 */
export function readInbound(text: string, self: string): Inbound | null {
  let read;
  try {
    read = parseJson(textSchema, text);
  } catch {
    return { from: "", signals: [{ kind: "everything-moved" }], commits: [], relayed: [] };
  }
  const { from, kinds, scopes, ended, everything, commits, relayed } = read;
  if (from === self) return null;
  if (everything === true) {
    return { from, signals: [{ kind: "everything-moved" }], commits, relayed };
  }
  const signals: CommitSignal[] = kinds.map((kind) => ({ kind }));
  if (scopes.length > 0) signals.push({ kind: "scopes-moved", scopes });
  if (ended !== undefined) signals.push({ kind: "credentials-changed", ended });
  return { from, signals, commits, relayed };
}
