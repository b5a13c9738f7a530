import {
  type AppError,
  type DeviceDatabase,
  defineMeta,
  metaForm,
  ok,
  type Result,
} from "@tidemark/core";
import { filterToWords, findRanges, searchTerms, wordsToFilter } from "@tidemark/core/filter";
import { type ListMemosInput, type MemoService, newestFirst } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { AppFinder, FoundMemo } from "@tidemark/core/router";
import { isFollowingPublic } from "@tidemark/core/sync/device";
import { z } from "zod";
import { amongOf } from "./memo-query.ts";
import { rankFound } from "./rank-found.ts";

export interface MemoFinderDeps {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  readonly caller: () => Promise<Caller>;
  /** Returns a number from 0 to just under 1. */
  readonly random: () => number;
}

/** Ids of the memos that were opened on this device, the latest first. */
export const openedKey = defineMeta("opened_memos", metaForm.json(z.array(z.string())));

const maxOpened = 20;
const maxFound = 12;
/** Number of the newest matches to rank. */
const maxRanked = 60;
const randomTries = 24;

export function createMemoFinder({ database, memos, caller, random }: MemoFinderDeps): AppFinder {
  /** Public memos of others appear only in text searches. */
  async function own(): Promise<Pick<ListMemosInput, "among"> | null> {
    return amongOf("timeline", await database.read(isFollowingPublic));
  }

  async function listed(who: Caller, asked: Partial<ListMemosInput>): Promise<MemoRecord[]> {
    const page = await memos.list(who, { ...timeline, pageSize: maxFound, ...asked });
    // A word that a filter can't express finds nothing; the search itself reports the error.
    return page.ok ? page.value.memos : [];
  }

  async function opened(who: Caller): Promise<MemoRecord[]> {
    const ids = (await database.read(({ meta }) => meta.get(openedKey))) ?? [];
    const found = await Promise.all(
      ids.slice(0, maxFound).map((id) => memos.get(who, id, { showDeleted: false })),
    );
    return found.flatMap((memo) => (memo.ok && memo.value.parent === null ? [memo.value] : []));
  }

  async function recent(who: Caller): Promise<MemoRecord[]> {
    return [
      ...(await opened(who)),
      ...(await listed(who, {
        ...(await own()),
        order: [{ field: "update_time", direction: "desc" }],
      })),
    ];
  }

  async function matching(who: Caller, words: string): Promise<MemoRecord[]> {
    const { cel } = wordsToFilter(words);
    // Few memos have such a heading, and they may be older than the newest matches. `finds` would read every
    // memo with the word: its blank stands for any white space, which no index has.
    const heading = `content.contains(${JSON.stringify(`# ${words.normalize()}`)})`;
    const isPlain = filterToWords(cel) === words;
    const [titled, newest, archived, lately] = await Promise.all([
      isPlain ? listed(who, { filter: heading }) : [],
      listed(who, { filter: cel, pageSize: maxRanked }),
      listed(who, { filter: cel, state: "ARCHIVED" }),
      opened(who),
    ]);
    const fits = new Set([...titled, ...newest, ...archived].map(({ id }) => id));
    const ahead = lately.filter(({ id }) => fits.has(id));
    return rankFound(
      words,
      [...titled, ...newest, ...archived],
      new Set(ahead.map(({ id }) => id)),
    );
  }

  return {
    async find(typed): Promise<Result<FoundMemo[], AppError>> {
      const who = await caller();
      const words = typed.trim();
      const found = words === "" ? await recent(who) : await matching(who, words);
      const each = new Map(found.map((memo) => [memo.id, memo]));
      const terms = searchTerms(words);
      return ok([...each.values()].slice(0, maxFound).map((memo) => lineOf(memo, terms)));
    },
    noteOpened: (id) =>
      database.write(async ({ meta }) => {
        const before = (await meta.get(openedKey)) ?? [];
        if (before[0] === id) return;
        await meta.set(
          openedKey,
          [id, ...before.filter((each) => each !== id)].slice(0, maxOpened),
        );
      }),
    async random() {
      const who = await caller();
      const among = await own();
      const [newest] = await listed(who, { ...among, pageSize: 1 });
      if (newest === undefined) return null;
      for (let tries = 0; tries < randomTries; tries += 1) {
        const number = 1 + Math.floor(random() * newest.number);
        const memo = await database.read((stores) => stores.memos.findByNumber(number));
        if (memo !== null && isOnTimeline(memo, who)) return memo.id;
      }
      // Nearly all numbers belong to other memos here; picks one of the newest instead.
      const some = await listed(who, { ...among, pageSize: maxRanked });
      return some[Math.floor(random() * some.length)]?.id ?? newest.id;
    },
  };
}

const timeline: ListMemosInput = {
  state: "NORMAL",
  trash: "none",
  order: newestFirst,
  filter: "",
  parent: null,
  pageSize: null,
  pageToken: "",
};

function isOnTimeline(memo: MemoRecord, who: Caller): boolean {
  const { creator, parent, state, deletedMs } = memo;
  return creator === who.name && parent === null && state === "NORMAL" && deletedMs === null;
}

/** Lengths of the Markdown around a match, before it and from it. */
const aroundMatch = { before: 300, from: 900 };

function lineOf(memo: MemoRecord, terms: readonly string[]): FoundMemo {
  const { id, property, snippet, tags, createdMs, state } = memo;
  const { title } = property;
  const rest = title !== "" && snippet.startsWith(title) ? snippet.slice(title.length) : snippet;
  const isArchived = state === "ARCHIVED";
  const around = aroundFirst(memo, terms);
  return { id, title, snippet: rest.trim(), terms, around, tags, createdMs, isArchived };
}

function aroundFirst(
  { content, property: { title }, snippet }: MemoRecord,
  terms: readonly string[],
): string | null {
  if (findRanges(`${title}\n\n${snippet}`, terms).next().done !== true) return null;
  const { value } = findRanges(content, terms).next();
  if (value === undefined) return null;
  const { before, from } = aroundMatch;
  return content.slice(Math.max(0, value.start - before), value.start + from).toWellFormed();
}
