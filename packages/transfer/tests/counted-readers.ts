import { codeRanges, deriveMemo } from "@tidemark/core/markdown";
import { indexNotes } from "../src/markdown/note-index.ts";
import { noteParts } from "../src/markdown/note-text.ts";
import { keepFormatted } from "../src/keep/keep-html.ts";
import { keepText } from "../src/keep/keep-note.ts";
import { memosItems } from "../src/memos/memos-record.ts";
import { plainMemo } from "../src/model.ts";
import { commentDepths } from "../src/plan/comment-depths.ts";
import { writtenText } from "../src/run/written-text.ts";
import { readFrontMatter } from "../src/text/front-matter.ts";

// Calls readers whose work is counted, each with input of size `length`.

const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at);

/** Reads the links of a text: `opening`, then `unit` repeated. */
export function readLinks(opening: string, unit: string, length: number): void {
  noteParts(opening + unit.repeat(length), {
    address: () => ({ to: "nothing" }),
    wiki: () => null,
    isForeign: true,
  });
}

/** Reads runs of backticks, of which the first aren't closed. */
export function readCode(length: number): void {
  const open = upTo(length).map((at) => "`".repeat(at + 3));
  codeRanges(`${open.join(" ")} ${"` ".repeat(length ** 2)}`);
}

/** Finds names that many files share. */
export function findNames(length: number): void {
  const paths = upTo(length).map((at) => `${at}/same.md`);
  const index = indexNotes({
    name: "Notes",
    entries: paths.map((path) => ({ path, sizeBytes: 1, modifiedMs: 0 })),
  });
  for (const path of paths) {
    index.byName("note.md", "same");
    index.byName("note.md", path);
  }
}

/** Sorts a chain of comments, given in reverse. */
export function orderComments(length: number): void {
  const ids = upTo(length).toReversed();
  commentDepths(ids, (id) => (id === 0 ? undefined : id - 1));
}

/** Writes a note with annotations whose pages its text doesn't contain. */
export function writeAnnotations(length: number): void {
  keepText({
    title: "",
    textContent: "word ".repeat(length),
    textContentHtml: "",
    listContent: [],
    isTrashed: false,
    isArchived: false,
    isPinned: false,
    color: "DEFAULT",
    labels: [],
    attachments: [],
    annotations: upTo(length).map((at) => ({ url: `https://a.example/${at}`, title: "" })),
    sharees: [],
  });
}

/** Reads a memo with many more tags and files than its text mentions. */
export function readMemosRecord(length: number): void {
  const ids = upTo(20 * length).map(String);
  const files = ids.map((key) => ({ key, filename: key, type: "", sizeBytes: 0, open: nothing }));
  const named = ids.slice(-length);
  memosItems(
    {
      uid: "uid",
      content: named.map((id) => `#t${id} [f](/file/attachments/${id}/f)\n\n`).join(""),
      createdMs: 0,
      updatedMs: 0,
      state: "NORMAL",
      visibility: "PRIVATE",
      pinned: false,
      location: null,
      parent: null,
      references: [],
      reactions: [],
      othersReactions: 0,
      tags: ids.map((id) => `t${id}`),
      files,
      notes: [],
    },
    new Map(),
  );
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Adds tags to a text. */
export function writeTags(length: number): void {
  const tags = upTo(length).map((at) => `tag${at}`);
  const text = ["word ".repeat(4 * length)];
  writtenText(plainMemo({ key: "a", from: "a", text, tags }), () => null, new Map());
}

/** Writes a tag that consists of hyphens between letters. */
export function writeHyphens(length: number): void {
  const tags = [`a,${"-".repeat(length)},b`];
  writtenText(plainMemo({ key: "a", from: "a", text: [""], tags }), () => null, new Map());
}

/** Reads a list of tags in front matter, and adds them to the text. */
export function readTags(length: number): void {
  const { fields } = readFrontMatter(`---\ntags: [${upTo(length).join(", ")}]\n---\nbody`);
  const tags = (fields.get("tags") ?? []).map((tag) => `t${tag}`);
  writtenText(plainMemo({ key: "a", from: "a", text: ["body"], tags }), () => null, new Map());
}

/** Reads a front matter of many properties. */
export function readProperties(length: number): void {
  readFrontMatter(
    `---\n${upTo(length)
      .map((at) => `k${at}: v\n`)
      .join("")}---\nbody`,
  );
}

/** Derives the tags of a text. */
export function deriveTags(length: number): void {
  deriveMemo(
    upTo(length)
      .map((at) => `#t${at}`)
      .join(" "),
  );
}

/** Finds the targets of links to different notes, of which every second one is missing. */
export function linkNotes(length: number): void {
  const path = (at: number): string => `folder/${at}.md`;
  const entries = upTo(length).map((at) => ({ path: path(2 * at), sizeBytes: 1, modifiedMs: 0 }));
  const index = indexNotes({ name: "Notes", entries });
  noteParts(
    upTo(length)
      .map((at) => `[a](${path(at)}) [b](${at}.md) [[${at}]]`)
      .join(" "),
    {
      address(address) {
        const key = index.byAddress("a.md", address) ?? index.onlyNamed(address);
        return key === null ? { to: "nothing" } : { to: "memo", key };
      },
      wiki(inside) {
        const key = index.byName("a.md", inside);
        return key === null ? null : ["[a](", { to: "memo", key, otherwise: key }, ")"];
      },
      isForeign: true,
    },
  );
}

/** Reads the page of a note of Keep. */
export function readKeepPage(unit: string, length: number): void {
  keepFormatted(unit.repeat(length), "a".repeat(length), new Set());
}
