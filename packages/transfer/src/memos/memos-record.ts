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

/** Memo of a memos server, read from its database or its API. */
export interface MemosRecord {
  readonly uid: string;
  readonly content: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly state: MemoState;
  readonly visibility: Visibility;
  readonly pinned: boolean;
  readonly location: MemoLocation | null;
  /** Uid of the parent memo. */
  readonly parent: string | null;
  /** Uids of referenced memos. */
  readonly references: readonly string[];
  /** Reactions of the author; those of others are only counted. */
  readonly reactions: readonly string[];
  readonly othersReactions: number;
  /** Tags that the server extracted from the text. */
  readonly tags: readonly string[];
  readonly files: readonly ImportFile[];
  /** Problems with parts of the memo. */
  readonly notes: readonly ImportNote[];
}

/** Source id of all memos servers; they share one because uids are globally unique. */
export const memosLedger = { format: "memos", id: "" } as const;

/** Converts a memo to import items. `own` has the visibility of all imported memos by uid. */
export function memosItems(
  record: MemosRecord,
  own: ReadonlyMap<string, Visibility>,
): ImportItem[] {
  const { uid, parent, files } = record;
  const from = `memos/${uid}`;
  const notes: ImportNote[] = [...record.notes];
  const above = parent === null ? undefined : own.get(parent);
  // In Tidemark everyone who can read the parent can read its comments; the import must not widen access.
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
  // Since 0.31 the tags include a tag's ancestors.
  const tags = new Set(deriveMemo(content).tags.flatMap(withAncestors));
  const other = record.tags.filter((tag) => !tags.has(tag));
  if (other.length > 0) {
    const words = `in its text these were tags there, and are read in another way here: ${other.join(", ")}`;
    notes.push(problem(from, "tags", words));
  }
  const fileKeys = new Set(files.map(({ key }) => key));
  const gone = new Set<string>();
  const memo = plainMemo({
    key: uid,
    from,
    text: noteParts(content, {
      address(address) {
        const target = memosTarget(address, own, fileKeys);
        if (target.to === "nothing" && ownFile.test(address)) gone.add(address);
        return target;
      },
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
  for (const address of gone) {
    const words = `its text shows ${address}, which isn't among its files; the link stays as it is`;
    notes.push(problem(from, "no-file", words));
  }
  return [memo, ...notes];
}

/** Address of a file on the same server. */
const ownFile = /^\/?(?:file\/(?:attachments|resources)|o\/r)\/[\w-]+/;

/**
 * Returns the target of a memos address: `/memos/UID`, `/m/UID`, or `/file/attachments/UID` with or without a
 * name. Accepts any origin, because a server may have had several and a known id identifies it.
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

/** Converts `[[memos/UID?text=…]]`, the references of versions up to 0.24, to a link. */
function wikiLink(inside: string, own: ReadonlyMap<string, unknown>): readonly TextPart[] | null {
  const [, uid = "", query = ""] = /^memos\/([\w-]+)(?:\?(.*))?$/.exec(inside.trim()) ?? [];
  if (!own.has(uid)) return null;
  const words = new URLSearchParams(query).get("text") ?? `memos/${uid}`;
  return [`[${linkWords(words)}](`, { to: "memo", key: uid, otherwise: `/memos/${uid}` }, ")"];
}

/** Returns a tag with its ancestors: `a` and `a/b` for `a/b`. */
function withAncestors(tag: string): string[] {
  const ancestors = [...tag.matchAll(/\//g)].map(({ index }) => tag.slice(0, index));
  return [...ancestors, tag];
}

/** Returns a note that memos of a space are imported as private. */
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

/** Returns the emoji of a reaction; 0.22 stored names. */
export function memosReaction(type: string): string {
  return olderReactions.get(type) ?? type;
}

export function memosVisibility(said: unknown): Visibility {
  return said === "PUBLIC" || said === "PROTECTED" ? said : "PRIVATE";
}

/** Returns a location, or null if it is missing. Memos omits zeros, and everything at 0, 0. */
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
