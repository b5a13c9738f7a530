import { deriveMemo, normaliseText } from "@tidemark/core/markdown";
import {
  type MemoLocation,
  type MemoState,
  visibilities,
  type Visibility,
} from "@tidemark/core/model";
import { noteParts, type Target } from "../markdown/note-text.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  plainMemo,
  problem,
  skipped,
  type TextPart,
} from "../model.ts";
import { linkWords } from "../text/rewrite.ts";

/** A memo as a memos server has it, whether read from its database or asked of it. */
export interface MemosRecord {
  readonly uid: string;
  readonly content: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly state: MemoState;
  readonly visibility: Visibility;
  readonly pinned: boolean;
  readonly location: MemoLocation | null;
  /** Uid of the memo that it comments on. */
  readonly parent: string | null;
  /** Uids of the memos that it refers to. */
  readonly references: readonly string[];
  /** What its author reacted with, and how many others did. */
  readonly reactions: readonly string[];
  readonly othersReactions: number;
  /** As that server found them in the text. */
  readonly tags: readonly string[];
  readonly files: readonly ImportFile[];
  /** What could not be had of it. */
  readonly notes: readonly ImportNote[];
}

/** What sets a memos server apart from another: nothing, for its uids are unique everywhere. */
export const memosLedger = { format: "memos", id: "" } as const;

/** A memo as it is imported; `own`: the memos that come, by uid, and who may read them there. */
export function memosItems(
  record: MemosRecord,
  own: ReadonlyMap<string, Visibility>,
): ImportItem[] {
  const { uid, parent, files } = record;
  const from = `memos/${uid}`;
  const notes: ImportNote[] = [...record.notes];
  const above = parent === null ? undefined : own.get(parent);
  // Here a comment is seen by whoever sees what it is on: it must not be more than there.
  const isNarrower = above !== undefined && isLess(record.visibility, above);
  const isAlone = parent !== null && (above === undefined || isNarrower);
  if (isNarrower) {
    const words =
      "it is a comment with stricter visibility than its parent; it refers to it instead";
    notes.push(problem(from, "narrower-comment", words));
  } else if (isAlone) {
    const words = "it comments on someone else's memo, or on none; imported as a separate memo";
    notes.push(problem(from, "no-parent", words));
  }
  if (record.othersReactions > 0) {
    const words = `reactions of other people, skipped: ${record.othersReactions}`;
    notes.push(problem(from, "others-reactions", words));
  }
  const references = record.references.filter((each) => own.has(each));
  const lost = record.references.length - references.length;
  if (lost > 0) {
    const words = `references to memos that aren't imported, skipped: ${lost}`;
    notes.push(problem(from, "others-references", words));
  }
  const content = normaliseText(record.content);
  // Since 0.31 a tag's ancestors are among the tags too.
  const tags = new Set(deriveMemo(content).tags.flatMap(withAncestors));
  const other = record.tags.filter((tag) => !tags.has(tag));
  if (other.length > 0) {
    const words = `in its text these were tags there, and are read in another way here: ${other.join(", ")}`;
    notes.push(problem(from, "tags", words));
  }
  const fileKeys = new Set(files.map(({ key }) => key));
  const memo = plainMemo({
    key: uid,
    from,
    text: noteParts(content, {
      address: (address) => memosTarget(address, own, fileKeys),
      wiki: (inside) => wikiLink(inside, own),
    }),
    createdMs: record.createdMs,
    updatedMs: record.updatedMs,
    pinned: record.pinned,
    state: record.state,
    visibility: record.visibility,
    location: record.location,
    parentKey: isAlone ? null : parent,
    references: [...references, ...(isNarrower && parent !== null ? [parent] : [])]
      .filter((each) => each !== uid)
      .toSorted(),
    reactions: [...new Set(record.reactions)].toSorted(),
    files,
  });
  return [memo, ...notes];
}

/**
 * Where an address of that server leads: `/memos/UID`, `/m/UID`, `/file/attachments/UID/NAME` or
 * without the name, also with its origin before it: a server may have had several, and an id that is
 * known here is its own.
 */
function memosTarget(
  whole: string,
  own: ReadonlyMap<string, unknown>,
  files: ReadonlySet<string>,
): Target {
  const address = whole.replace(/^https?:\/\/[^/]+/, "");
  const [, memo] = /^\/?(?:memos|m)\/([\w-]+)(?:[?#].*)?$/.exec(address) ?? [];
  if (memo !== undefined && own.has(memo)) return { to: "memo", key: memo };
  const [, file] =
    /^\/?(?:file\/(?:attachments|resources)|o\/r)\/([\w-]+)(?:[/?#].*)?$/.exec(address) ?? [];
  return file !== undefined && files.has(file) ? { to: "file", key: file } : { to: "nothing" };
}

/** `[[memos/UID?text=…]]`, as versions up to 0.24 wrote references. */
function wikiLink(inside: string, own: ReadonlyMap<string, unknown>): readonly TextPart[] | null {
  const [, uid = "", query = ""] = /^memos\/([\w-]+)(?:\?(.*))?$/.exec(inside.trim()) ?? [];
  if (!own.has(uid)) return null;
  const words = new URLSearchParams(query).get("text") ?? `memos/${uid}`;
  return [`[${linkWords(words)}](`, { to: "memo", key: uid, otherwise: `/memos/${uid}` }, ")"];
}

/** `a/b` with `a`. */
function withAncestors(tag: string): string[] {
  const ancestors = [...tag.matchAll(/\//g)].map(({ index }) => tag.slice(0, index));
  return [...ancestors, tag];
}

/** Says of memos that only a space's members could read there that they come, and to whom. */
export function memosOfSpaces(path: string, count: number): ImportNote {
  const words = `memos of a space, private here: ${count}`;
  return skipped(path, "spaces", words);
}

function isLess(one: Visibility, other: Visibility): boolean {
  return visibilities.indexOf(one) < visibilities.indexOf(other);
}

const olderReactions = new Map([
  ["THUMBS_UP", "👍"],
  ["THUMBS_DOWN", "👎"],
  ["HEART", "💛"],
  ["FIRE", "🔥"],
  ["CLAPPING_HANDS", "👏"],
  ["LAUGH", "😂"],
  ["OK_HAND", "👌"],
  ["ROCKET", "🚀"],
  ["EYES", "👀"],
  ["THINKING_FACE", "🤔"],
  ["CLOWN_FACE", "🤡"],
  ["QUESTION_MARK", "❓"],
]);

/** A reaction as it is shown: 0.22 kept names. */
export function memosReaction(type: string): string {
  return olderReactions.get(type) ?? type;
}

export function memosVisibility(said: unknown): Visibility {
  return said === "PUBLIC" || said === "PROTECTED" ? said : "PRIVATE";
}

/** A place: zeros are left out of what memos writes, and so is everything of 0, 0. */
export function memosLocation(said: unknown): MemoLocation | null {
  if (typeof said !== "object" || said === null) return null;
  const field = (name: string): unknown => Reflect.get(said, name) ?? null;
  const degrees = (name: string): number => {
    const value = field(name);
    return typeof value === "number" && Number.isFinite(value) ? value : 0;
  };
  const placeholder = field("placeholder");
  const [latitude, longitude] = [degrees("latitude"), degrees("longitude")];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { placeholder: typeof placeholder === "string" ? placeholder : "", latitude, longitude };
}
