import type autocannon from "autocannon";
import { textTrigrams, trigramMatch } from "../../packages/db/src/filter/text-trigrams.ts";
import {
  type CorpusMemo,
  corpusNeedles,
  corpusTags,
  generateMemos,
  readerUsername,
} from "../corpus.ts";
import { memosPath } from "../http-server.ts";
import { type FloorQuery, floorPath } from "./floor-queries.ts";

export type Requests = readonly autocannon.Request[];

/** One line of the table that many connections ask for at the same time. */
export interface FloorRow {
  readonly label: string;
  readonly requests: Requests;
  /** What the floor is asked meanwhile; null: it has nothing of the kind. */
  readonly floor: Requests | null;
  /** The floor's processor time over the server's. */
  readonly ratioGoal: number | null;
  /** Requests per second. */
  readonly rateGoal: number | null;
}

/** One line for a question that is asked alone, one after the other: milliseconds. */
export interface SlowRow {
  readonly label: string;
  readonly path: string;
  readonly goalMs: number | null;
}

const lastYear = 'created_ts >= timestamp("2025-01-01T00:00:00Z")';

/** A tag, a text and a time together. */
export const togetherPath = memosPath(
  `"${corpusTags.common}" in tags && ${holds(corpusNeedles.often)} && ${lastYear}`,
);

export function floorRows(size: number): FloorRow[] {
  const list = asked("list", `users/${readerUsername}`);
  const tag = (share: string, name: string): FloorRow => ({
    label: `tag of ${share}`,
    requests: get(memosPath(`"${name}" in tags`)),
    floor: list,
    ratioGoal: 0.7,
    rateGoal: null,
  });
  const text = (share: string, needle: string, rateGoal: number): FloorRow => ({
    label: `text in ${share}`,
    requests: get(memosPath(holds(needle))),
    floor: asked("text", trigramMatch(textTrigrams(needle))),
    ratioGoal: null,
    rateGoal,
  });
  return [
    {
      label: "get by id",
      requests: requestsOf("get", size),
      floor: idsOf(size).flatMap((id) => asked("get", id)),
      ratioGoal: 0.5,
      rateGoal: null,
    },
    {
      label: "list of 50 newest",
      requests: requestsOf("list", size),
      floor: list,
      ratioGoal: 0.8,
      rateGoal: null,
    },
    tag("13.5 %", corpusTags.common),
    tag("1.2 %", corpusTags.some),
    tag("ten memos", corpusTags.rare),
    text("3 %", corpusNeedles.often, 1000),
    text("ten memos", corpusNeedles.rare, 2000),
    text("none", corpusNeedles.none, 3400),
    {
      label: "tag and text and time",
      requests: get(togetherPath),
      floor: null,
      ratioGoal: null,
      rateGoal: 1000,
    },
    // The last: what it writes would stand in what others read. Compared with a commit before by `--beside`.
    {
      label: "create",
      requests: requestsOf("create", size),
      floor: null,
      ratioGoal: null,
      rateGoal: null,
    },
  ];
}

const { noneOfCommon } = corpusNeedles;

/** What only reading through memos can answer, or could; nothing matches, and no trigram says so. */
export const slowRows: readonly SlowRow[] = [
  { label: "startsWith", path: memosPath(`content.startsWith("${noneOfCommon}")`), goalMs: 20 },
  { label: "endsWith", path: memosPath(`content.endsWith("${noneOfCommon}")`), goalMs: 20 },
  { label: "matches", path: memosPath(`content.matches("${noneOfCommon}[a-z]")`), goalMs: 20 },
  { label: "visibility, no hit", path: memosPath('visibility == "PUBLIC"'), goalMs: 20 },
];

/** The loads that the mixed load is made of as well. */
export function requestsOf(
  kind: "get" | "list" | "tag" | "text" | "create",
  size: number,
): Requests {
  switch (kind) {
    case "get":
      return idsOf(size).flatMap((id) => get(`/api/v1/memos/${id}`));
    case "list":
      return get(memosPath(""));
    case "tag":
      return get(memosPath(`"${corpusTags.common}" in tags`));
    case "text":
      return get(memosPath(holds(corpusNeedles.often)));
    case "create":
      return someOf(size, 200).map(({ content }) => ({
        method: "POST",
        path: "/api/v1/memos",
        body: JSON.stringify({ content }),
      }));
  }
}

/** Apart from each other, as what people open is. */
function idsOf(size: number): string[] {
  return someOf(size, 500).map(({ id }) => id);
}

function someOf(size: number, count: number): CorpusMemo[] {
  const every = Math.ceil(size / count);
  return [...generateMemos("one-owner", size)].filter((_, index) => index % every === 0);
}

function get(path: string): Requests {
  return [{ path }];
}

function asked(query: FloorQuery, value: string): Requests {
  return get(`${floorPath(query)}${encodeURIComponent(value)}`);
}

function holds(needle: string): string {
  return `content.contains("${needle}")`;
}
