import type { SeededDraw } from "../seeded-draw.ts";
import type { Change } from "./edited-document.ts";

/** A kind of memo of a heavy user, and how they edit it. */
export interface MemoHabit {
  readonly name: string;
  /** Number of memos of this kind among the fifty. */
  readonly memos: number;
  /** Minimum and maximum of sessions a day; a fraction is a probability. */
  readonly sessions: readonly [number, number];
  /** Days after which a new memo replaces it. */
  readonly days?: number;
  readonly beginning?: string;
  /** Returns the edits of one session; `isFirst` for the day's first. */
  edit(text: string, draw: SeededDraw, day: number, isFirst: boolean): Change[];
}

/** The fifty most edited memos of a user who writes all day. */
export const heavyUser: readonly MemoHabit[] = [
  { name: "scratchpad, emptied daily", memos: 1, sessions: [20, 60], edit: editScratchpad },
  { name: "journal of a month", memos: 12, sessions: [20, 60], days: 30, edit: editJournal },
  { name: "log of years", memos: 1, sessions: [1, 1], edit: (t, d) => [line(t, words(d, 10, 60))] },
  { name: "to-do list with ticks", memos: 4, sessions: [6, 10], edit: editTasks },
  { name: "shopping and other lists", memos: 6, sessions: [0.4, 0.4], edit: editList },
  { name: "inbox, rewritten weekly", memos: 2, sessions: [3, 7], edit: editInbox },
  { name: "project note", memos: 10, sessions: [1, 5], edit: editNote },
  { name: "reference note", memos: 14, sessions: [0.14, 0.14], edit: editNote },
];

const dayMs = 86_400_000;

/** Yields the session times of a memo in order, between 8:00 and 22:00. */
export function* sessionTimes(
  habit: MemoHabit,
  days: number,
  draw: SeededDraw,
): Generator<{ readonly atMs: number; readonly day: number; readonly isFirst: boolean }> {
  for (let day = 0; day < Math.min(days, habit.days ?? days); day += 1) {
    const [from, to] = habit.sessions;
    const count = Math.floor(from + draw.fraction() * (to - from + 1));
    const sessions = from < 1 ? Number(draw.fraction() < from) : count;
    const times = Array.from({ length: sessions }, () => (8 + 14 * draw.fraction()) / 24);
    for (const [index, time] of times.toSorted((a, b) => a - b).entries()) {
      yield { atMs: (day + time) * dayMs, day, isFirst: index === 0 };
    }
  }
}

function editScratchpad(text: string, draw: SeededDraw, _day: number, isFirst: boolean): Change[] {
  if (isFirst) {
    const rest = text.split("\n").slice(-5).join("\n").length;
    if (rest < text.length) return [{ at: 0, remove: text.length - rest, insert: "" }];
  }
  const kind = draw.below(10);
  if (kind < 7 || text.length < 100) return [line(text, words(draw, 4, 15))];
  if (kind < 9) return [reword(text, draw, 0)];
  return [withoutLine(text, draw)];
}

function editJournal(text: string, draw: SeededDraw): Change[] {
  if (text.length < 500 || draw.below(10) > 0) {
    return [{ at: text.length, remove: 0, insert: `${words(draw, 5, 25)}. ` }];
  }
  return [reword(text, draw, text.length - 500)];
}

function editTasks(text: string, draw: SeededDraw, day: number, isFirst: boolean): Change[] {
  if (isFirst && day % 7 === 0) return withoutLines(text, /^- \[x\].*\n?/gm);
  const open = [...text.matchAll(/^- \[ \]/gm)];
  const kind = draw.below(20);
  if (open.length < 5 || kind < 7) return [line(text, `- [ ] ${words(draw, 2, 8)}`)];
  const task = open[draw.below(open.length)]?.index ?? 0;
  if (kind < 17) return [{ at: task + 3, remove: 1, insert: "x" }];
  return [reword(text, draw, task + 6)];
}

function editList(text: string, draw: SeededDraw): Change[] {
  const items = Array.from({ length: 3 + draw.below(8) }, () => `- ${words(draw, 1, 4)}`);
  const added = items.join("\n");
  if (text.split("\n").length < 25) return [line(text, added)];
  return [
    { at: 0, remove: text.length >> 1, insert: "" },
    line(text.slice(text.length >> 1), added),
  ];
}

function editInbox(text: string, draw: SeededDraw, day: number, isFirst: boolean): Change[] {
  if (isFirst && day % 7 === 0 && text !== "") {
    return [{ at: 0, remove: text.length, insert: words(draw, 150, 300) }];
  }
  return [line(text, words(draw, 5, 20))];
}

export function editNote(text: string, draw: SeededDraw): Change[] {
  if (text.length < 500) return [line(text, words(draw, 40, 80))];
  const changes: Change[] = [];
  let now = text;
  for (let i = 0; i <= draw.below(3); i += 1) {
    const long = now.length > 8000;
    const at = wordAt(now, draw.below(now.length - (long ? 2000 : 0)));
    const remove = long ? 2000 : now.slice(at, at + draw.below(60)).lastIndexOf(" ") + 1;
    const change = { at, remove, insert: `${words(draw, 1, 30)} ` };
    changes.push(change);
    now = now.slice(0, at) + change.insert + now.slice(at + remove);
  }
  return changes;
}

/** Appends a line. */
function line(text: string, added: string): Change {
  return { at: text.length, remove: 0, insert: text === "" ? added : `\n${added}` };
}

/** Replaces one or two words somewhere after `from`. */
function reword(text: string, draw: SeededDraw, from: number): Change {
  const at = wordAt(text, from + draw.below(text.length - from));
  const removed = /^\S*(?: \S+)?/.exec(text.slice(at))?.[0].length ?? 0;
  return { at, remove: removed, insert: words(draw, 1, 2) };
}

function withoutLine(text: string, draw: SeededDraw): Change {
  const at = text.lastIndexOf("\n", draw.below(text.length)) + 1;
  const end = text.indexOf("\n", at);
  return { at, remove: (end < 0 ? text.length : end + 1) - at, insert: "" };
}

function withoutLines(text: string, lines: RegExp): Change[] {
  return [...text.matchAll(lines)]
    .map(({ index, 0: matched }) => ({ at: index, remove: matched.length, insert: "" }))
    .toReversed();
}

/** Returns the start of the word around a position. */
function wordAt(text: string, at: number): number {
  return Math.max(text.lastIndexOf(" ", at), text.lastIndexOf("\n", at)) + 1;
}

function words(draw: SeededDraw, from: number, to: number): string {
  const count = from + draw.below(to - from + 1);
  return Array.from({ length: count }, () => letters.slice(0, 2 + draw.below(8))).join(" ");
}

const letters = "anemotides";
