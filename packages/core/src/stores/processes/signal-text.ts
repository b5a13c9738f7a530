import { z } from "zod";
import { parseJson } from "../../json/parse-json.ts";
import type { CommitSignal, Signal } from "./signals.ts";
import type { Scope } from "../../model/scope.ts";
import { scopeSchema } from "../../model/scope-schema.ts";

/** What one process writes to the others. Sent often, and so what is empty is left out. */
const textSchema = z.object({
  /** The process that says it. */
  from: z.string(),
  kinds: z
    .array(z.enum(["referrers-due", "events-logged", "deliveries-due", "settings-changed"]))
    .default([]),
  /** Scopes that moved. */
  scopes: z.array(scopeSchema()).default([]),
  /** Sessions and tokens that ended; absent where no credential changed. */
  ended: z.array(z.string()).optional(),
  everything: z.literal(true).optional(),
  /** The commits that this tells of, by their numbers: with the last of the texts that tell of them. */
  commits: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** What is relayed. */
  relayed: z.array(z.string()).default([]),
});
type Text = z.input<typeof textSchema>;
type Kind = z.infer<typeof textSchema>["kinds"][number];

/** Commits that follow each other, by their numbers. */
export type CommitRange = readonly [first: number, last: number];

/** What waits to be sent to other processes. */
export interface Outbound {
  add(signals: readonly Signal[]): void;
  /** A commit whose signals are added. Numbers rise. */
  committed(number: number): void;
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

  // The short ones fit beside whatever is long.
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

/** So many ranges of commits fit beside what is long. */
const maxRangesBeside = 5;

/** Lists whose JSON takes `maxBytes` at most, but for one with a single long entry. */
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

/** What another process says. */
export interface Inbound {
  readonly from: string;
  readonly signals: readonly Signal[];
  /** What there is to hear of these has been said with this. */
  readonly commits: readonly CommitRange[];
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
