import type autocannon from "autocannon";
import { matchAll, trigramQueries } from "../../packages/db/src/filter/trigram-queries.ts";
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

/** One row of the table, requested by many connections at once. */
export interface FloorRow {
  readonly label: string;
  readonly requests: Requests;
  /** Requests to the floor; `null` if it has no counterpart. */
  readonly floor: Requests | null;
  /** Goal for the floor's processor time divided by the server's. */
  readonly ratioGoal: number | null;
  /** Goal in requests per second. */
  readonly rateGoal: number | null;
}

/** One row for a query that runs alone, in sequence; in milliseconds. */
export interface SlowRow {
  readonly label: string;
  readonly path: string;
  readonly goalMs: number | null;
}

const lastYear = 'created_ts >= timestamp("2025-01-01T00:00:00Z")';

/** Path of a list filtered by a tag, a text and a time. */
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
    floor: asked("text", matchAll(trigramQueries({ op: "contains", text: needle }).queries)),
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
    // Last, because the memos that it writes would be read by the others. Compare it with an earlier commit by
    // `--beside`.
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

/** Filters that need a scan of the memos: nothing matches, and no trigram rules that out. */
export const slowRows: readonly SlowRow[] = [
  { label: "startsWith", path: memosPath(`content.startsWith("${noneOfCommon}")`), goalMs: 20 },
  { label: "endsWith", path: memosPath(`content.endsWith("${noneOfCommon}")`), goalMs: 20 },
  { label: "matches", path: memosPath(`content.matches("${noneOfCommon}[a-z]")`), goalMs: 20 },
  { label: "visibility, no hit", path: memosPath('visibility == "PUBLIC"'), goalMs: 20 },
];

/** Returns the loads, which the mixed load uses as well. */
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

/** Returns ids far apart from each other, like the memos that people open. */
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
