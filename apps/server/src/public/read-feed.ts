import { createHash } from "node:crypto";
import type { Services } from "../services/services.ts";
import {
  articleText,
  type ArticleOptions,
  cutAt,
  readAround,
  type ReadMemo,
  showMemo,
} from "../pages/memo-article.ts";
import { pageLanguage, pageWords } from "../pages/page-words.ts";
import { sharedFileAddress } from "../pages/shared-file.ts";
import { writeRow } from "../http/answers/writable-rows.ts";
import { describePlace, listPublic } from "./list-public.ts";
import { memoPath } from "./public-page.ts";
import { personPath, placePath, type PublicPlace, tagPaths } from "./public-place.ts";
import type { Feed, FeedEntry } from "./write-feed.ts";

/** Maximum number of memos in a feed. */
const entryCount = 50;
/** Maximum length of a memo's text in a feed, in characters. */
const entryLength = 16 * 1024;
const maxTitleLength = 100;

/** Feed whose texts aren't rendered yet. */
export interface OpenFeed {
  /** Changes with anything that the feed shows. */
  readonly etag: string;
  render(): Promise<Feed>;
}

/**
 * Opens the feed of a place. Returns null if the tag is invalid, or if the person has no public memos. `file` is its path
 * beside the place's page, and `origin` the address of the server. Requires `isOpenToAll`.
 */
export async function openFeed(
  services: Pick<Services, "attachments" | "database" | "instance" | "memos">,
  place: PublicPlace,
  { file, origin }: { readonly file: string; readonly origin: string },
): Promise<OpenFeed | null> {
  const listed = await listPublic(services, place, { pageSize: entryCount });
  if (!listed.ok || (listed.value.memos.length === 0 && place.username !== null)) return null;
  const read = await readAround(services, listed.value.memos);
  const { title, lead } = await describePlace(services, place);
  const language = pageLanguage(services.instance.current().GENERAL.locale);
  const head = {
    title,
    lead,
    language,
    page: origin + placePath(place),
    self: origin + placePath(place, file),
  };
  const shown = read.map(({ memo: { id, seq, updatedMs, createdMs }, author, files }) => {
    return [id, seq, updatedMs, createdMs, author, files];
  });
  const hash = createHash("sha256")
    .update(JSON.stringify([head, shown]))
    .digest("base64url");
  const links = { origin, token: null, tags: origin + tagPaths(place) };
  return {
    etag: `W/"${hash.slice(0, 22)}"`,
    render: async () => {
      const options = { language, links, maxLength: entryLength, isUnstyled: true };
      const entries: FeedEntry[] = [];
      for (const each of read) {
        const entry = await entryOf(each, options);
        if (entry !== null) entries.push(entry);
      }
      const changedMs = Math.max(0, ...entries.map((entry) => entry.changedMs));
      return { ...head, changedMs, entries };
    },
  };
}

/** Returns the entry of a memo; null if its times can't be written. */
async function entryOf(read: ReadMemo, options: ArticleOptions): Promise<FeedEntry | null> {
  const { memo, author, username, files } = read;
  const { origin } = options.links;
  const { createdMs, updatedMs, tags, property, snippet } = memo;
  const times = writeRow("memo", memo.id, () => new Date(createdMs).toISOString());
  if (times === null) return null;
  const shown = await showMemo(read, options);
  const page = origin + memoPath(memo.id);
  const words = pageWords[options.language];
  const more = `<p><a href="${page}">${words.readMore}</a></p>`;
  const title = property.title || snippet.trim() || words.byAuthor(author);
  return {
    page,
    title: cutAt(title, maxTitleLength),
    author: { name: author, page: origin + personPath(username) },
    createdMs,
    changedMs: Math.max(createdMs, updatedMs),
    tags,
    html: articleText(shown, options, more),
    files: files.map((file) => ({
      url: sharedFileAddress(file, options.links),
      name: file.filename,
      type: file.type,
      bytes: file.sizeBytes,
    })),
  };
}
