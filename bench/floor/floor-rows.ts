import { textTrigrams, trigramMatch } from "../../packages/db/src/filter/text-trigrams.ts";
import { corpusNeedles, corpusTags, readerUsername } from "../corpus.ts";
import { memosPath } from "../http-server.ts";

/** What both servers are asked. */
export interface FloorRow {
  readonly label: string;
  /** Processor time of the floor over that of the server. */
  readonly goal: number | null;
  /** Answers in a second; null where the share says it. */
  readonly goalPerSecond: number | null;
  readonly floor: readonly string[];
  readonly server: readonly string[];
}

const reader = `users/${readerUsername}`;

/** The rows that have a floor, over memos with these ids. */
export function floorRows(ids: readonly string[]): readonly FloorRow[] {
  return [
    {
      label: "get by id",
      goal: 0.5,
      goalPerSecond: null,
      floor: ids.map((id) => `/memos/${id}`),
      server: ids.map((id) => `/api/v1/memos/${id}`),
    },
    {
      label: "list of 50",
      goal: 0.8,
      goalPerSecond: null,
      floor: [`/memos?${query({ creator: reader })}`],
      server: [memosPath("")],
    },
    tagRow("tag of 13.5 %", corpusTags.common),
    tagRow("tag of 1.2 %", corpusTags.some),
    tagRow("tag of ten", corpusTags.rare),
    textRow("text in 3 %", corpusNeedles.often, 1000),
    textRow("text in ten", corpusNeedles.rare, 2000),
    textRow("text in none", corpusNeedles.none, 3400),
  ];
}

function tagRow(label: string, tag: string): FloorRow {
  return {
    label,
    goal: 0.7,
    goalPerSecond: null,
    floor: [`/tag?${query({ creator: reader, tag })}`],
    server: [memosPath(`"${tag}" in tags`)],
  };
}

/** The bare question of the index: that a hit really has the text is not looked at. */
function textRow(label: string, needle: string, goalPerSecond: number): FloorRow {
  return {
    label,
    goal: null,
    goalPerSecond,
    floor: [`/text?${query({ match: trigramMatch(textTrigrams(needle)) })}`],
    server: [memosPath(`content.contains("${needle}")`)],
  };
}

function query(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString();
}
