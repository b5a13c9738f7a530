import { shownKind } from "@tidemark/core/attachment";
import { namedFiles } from "@tidemark/core/markdown";
import type { AttachmentRecord, MemoRecord } from "@tidemark/core/model";
import { usernameOf } from "@tidemark/core/names";
import { writeRow } from "../http/answers/writable-rows.ts";
import type { Services } from "../services/services.ts";
import { escapeHtml } from "./escape-html.ts";
import { renderInThread } from "./page-thread.ts";
import { pageDay, type PageLanguage, pageSize, pageWords } from "./page-words.ts";
import type { SetBody } from "./render-body.ts";
import { type PageLinks, type SharedFile, sharedFileAddress, showFile } from "./shared-file.ts";

/** Maximum length of a text that is shown as source. */
const maxPlainLength = 64 * 1024;

/** Memo as pages show it. */
export interface ShownMemo {
  readonly id: string;
  readonly username: string;
  /** Display name of the author. */
  readonly author: string;
  /** Day of creation as a `time` element; "" if it can't be formatted. */
  readonly time: string;
  /** Title; "" if its text has none. */
  readonly title: string;
  readonly content: string;
  /** Null if rendering took too long; the source is shown then. */
  readonly body: SetBody | null;
  /** Attachments to list below the text. */
  readonly files: readonly SharedFile[];
}

export interface ArticleOptions {
  readonly language: PageLanguage;
  readonly links: PageLinks;
  /** Set if the page has other memos too: the maximum length of each text in characters. */
  readonly maxLength?: number;
  /** True for readers without the page's style sheet: formulas stay as they are written, footnotes aren't links. */
  readonly isUnstyled?: boolean;
}

/** Memo with what belongs to it, before its text is rendered. */
export interface ReadMemo {
  readonly memo: MemoRecord;
  readonly username: string;
  /** Display name of the author. */
  readonly author: string;
  readonly files: readonly SharedFile[];
}

/** Reads authors and files of memos that the reader of a page may read. */
export async function readAround(
  { database, attachments }: Pick<Services, "database" | "attachments">,
  memos: readonly MemoRecord[],
): Promise<ReadMemo[]> {
  const files = await attachments.ofMemos(memos.map(({ id }) => id));
  const names = await database.read(async ({ users }) => {
    const found = new Map<string, string>();
    for (const username of new Set(memos.map(({ creator }) => usernameOf(creator)))) {
      const user = await users.findByUsername(username);
      found.set(username, user?.displayName.trim() || username);
    }
    return found;
  });
  return memos.map((memo) => {
    const username = usernameOf(memo.creator);
    return {
      memo,
      username,
      author: names.get(username) ?? username,
      files: (files.get(memo.id) ?? []).filter(({ sha256 }) => sha256 !== null).map(toShared),
    };
  });
}

/** Renders the texts of memos, one after another. */
export async function showMemos(
  read: readonly ReadMemo[],
  options: ArticleOptions,
): Promise<ShownMemo[]> {
  const shown: ShownMemo[] = [];
  for (const each of read) shown.push(await showMemo(each, options));
  return shown;
}

/** Renders the text of a memo. */
export async function showMemo(
  { memo, username, author, files }: ReadMemo,
  { language, links, maxLength, isUnstyled = false }: ArticleOptions,
): Promise<ShownMemo> {
  const { id, seq, content, createdMs, property } = memo;
  const beside = maxLength === undefined ? {} : { maxLength, anchor: `${id}-` };
  const job = { content, files, links, language, isUnstyled, ...beside };
  const body = await renderInThread(job, `${id} ${seq}`);
  // Files shown in the text aren't repeated below it, except audio and video.
  const named = new Set(body === null || body.isCut ? [] : namedFiles(content));
  const isPlayed = ({ type }: SharedFile): boolean => ["audio", "video"].includes(shownKind(type));
  return {
    id,
    username,
    author,
    time: writeRow("memo", id, () => pageTime(createdMs, language)) ?? "",
    title: property.title,
    content,
    body,
    files: files.filter((file) => !named.has(file.id) || isPlayed(file)),
  };
}

/** Returns the text and the files of a memo as HTML. `cutNotice` stands below a text that was cut. */
export function articleText(
  { content, body, files, id }: ShownMemo,
  { language, links, maxLength = maxPlainLength }: ArticleOptions,
  cutNotice: string,
): string {
  const words = pageWords[language];
  const most = Math.min(maxLength, maxPlainLength);
  const text =
    body === null
      ? `<p class="said">${escapeHtml(words.asWritten)}</p><div class="memo-body" lang="" dir="auto"><pre class="plain">${escapeHtml(cutAt(content, most))}</pre></div>`
      : `<div class="memo-body" lang="" dir="auto">${body.html}</div>`;
  const isCut = body === null ? content.length > most : body.isCut;
  return text + (isCut ? cutNotice : "") + fileSection(files, { language, links, id });
}

/** Truncates a text, and marks it as cut. */
export function cutAt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd().toWellFormed()}…`;
}

/** Returns a day as a `time` element. */
function pageTime(ms: number, language: PageLanguage): string {
  return `<time datetime="${new Date(ms).toISOString()}">${escapeHtml(pageDay(ms, language))}</time>`;
}

function toShared({ id, filename, type, sizeBytes, metadata }: AttachmentRecord): SharedFile {
  const { width = null, height = null } = metadata ?? {};
  return { id, filename, type, sizeBytes, width, height };
}

interface FileOptions {
  readonly language: PageLanguage;
  readonly links: PageLinks;
  /** Id of the memo, since a page may have several. */
  readonly id: string;
}

function fileSection(files: readonly SharedFile[], options: FileOptions): string {
  if (files.length === 0) return "";
  const { language, links, id } = options;
  const words = pageWords[language];
  const isShown = (file: SharedFile): boolean => shownKind(file.type) !== "file";
  const figures = files.filter(isShown).map((file) => {
    const isPicture = shownKind(file.type) === "image";
    const shown = showFile(file, links, { alt: isPicture ? file.filename : "", width: null });
    return `<figure>${shown}${isPicture ? "" : `<figcaption dir="auto">${escapeHtml(file.filename)}</figcaption>`}</figure>`;
  });
  const rows = files.filter((file) => !isShown(file)).map((file) => fileRow(file, options));
  const list = rows.length === 0 ? "" : `<ul>${rows.join("")}</ul>`;
  const heading = `files-${id}`;
  return `<section class="files" aria-labelledby="${heading}"><h2 id="${heading}"${rows.length === 0 ? ` class="sr-only"` : ""}>${escapeHtml(words.files)}</h2>${figures.join("")}${list}</section>`;
}

function fileRow(file: SharedFile, { language, links }: FileOptions): string {
  const size = escapeHtml(pageSize(file.sizeBytes, language));
  return `<li><a href="${escapeHtml(sharedFileAddress(file, links))}"><span class="filename" dir="auto">${escapeHtml(file.filename)}</span><span class="size">${size}</span></a></li>`;
}
