import { Command, InvalidArgumentError } from "commander";
import { type Note, readNotebook } from "../scripts/notebook-lines.ts";
import { createEditedDocument, type EditedDocument } from "./documents/edited-document.ts";
import { heavyUser, type MemoHabit, sessionTimes } from "./documents/heavy-user.ts";
import { type DocumentCost, measureDocument } from "./documents/measure-document.ts";
import {
  draftedNotes,
  type EditedMemo,
  notebookIndex,
  publishedNotes,
} from "./documents/notebook-edits.ts";
import { editUntilRefused } from "./documents/runaway-client.ts";
import { createSeededDraw } from "./seeded-draw.ts";

// `node bench/documents.ts`: measures how memos' documents grow over years, with renewal (R14) and without.

const command = new Command("documents")
  .description("Counts what memos' documents grow to, renewed by the rule and never.")
  .option("--years <numbers>", "years of the heavy user", numbers, [1, 5])
  .option("--notebook <file>", "notes to replay, JSON lines as `npm run notebook` reads them")
  .option("--case <text>", "only rows with this in their label", "")
  .parse();
const options = command.opts<{ years: readonly number[]; notebook?: string; case: string }>();
const dayMs = 86_400_000;

for (const years of options.years) {
  for (const habit of heavyUser) {
    show(`${years} y: ${habit.name}`, memosOf(habit, years), years * 365 * dayMs);
  }
}
if (options.notebook !== undefined) {
  const notes: Note[] = [];
  for await (const read of readNotebook(options.notebook)) if (read.ok) notes.push(read.note);
  const endMs = Math.max(...notes.map(({ createTime }) => Date.parse(createTime))) + dayMs;
  show("notebook, published", () => publishedNotes(notes, createSeededDraw("notes")), endMs);
  show("notebook, drafted", () => draftedNotes(notes, createSeededDraw("notes")), endMs);
  show("notebook's index", () => [notebookIndex(notes)], endMs);
}
for (const isClientNew of [true, false]) {
  const label = `runaway, ${isClientNew ? "a client an edit" : "one client 5,000 edits"}`;
  if (!label.includes(options.case)) continue;
  print({ label, ...editUntilRefused(isClientNew, 1_000_000, createSeededDraw(label)) });
}

function memosOf(habit: MemoHabit, years: number): () => EditedMemo[] {
  return () =>
    Array.from({ length: habit.memos }, (_, index) => {
      const memo = `${habit.name} ${index}`;
      const draw = createSeededDraw(memo);
      const days = years * 365;
      const firstDay = habit.days === undefined ? 0 : days - habit.days * (habit.memos - index);
      const createdMs = firstDay * dayMs;
      const sessions = sessionTimes(habit, days, draw).map(({ atMs, day, isFirst }) => ({
        atMs: createdMs + atMs,
        edit: (text: string) => habit.edit(text, draw, day, isFirst),
      }));
      return { memo, content: "", createdMs, sessions };
    });
}

/** Replays the memos with and without renewal, and prints the totals and the largest. */
function show(label: string, memos: () => EditedMemo[], endMs: number): void {
  if (!label.includes(options.case)) return;
  const never = memos().map((memo) => ({ memo, document: replay(memo, endMs, false) }));
  const costs = never.map(({ memo, document }) => measureDocument(memo.memo, document));
  const sum = (of: (cost: DocumentCost) => number): number =>
    costs.reduce((total, cost) => total + of(cost), 0);
  const most = (of: (cost: DocumentCost) => number): number => Math.max(...costs.map(of));
  const byRule = memos().map((memo) => replay(memo, endMs, true));
  const renewals = byRule.map((document) => document.renewals(endMs));
  const total = (of: (each: (typeof renewals)[number]) => number): number =>
    renewals.reduce((all, each) => all + of(each), 0);
  print({
    label,
    memos: costs.length,
    edited: never.filter(({ document }) => document.sessions > 0).length,
    sessions: Math.max(...never.map(({ document }) => document.sessions)),
    renewedForSize: renewals.filter(({ forSize }) => forSize > 0).length,
    renewalsForSize: total(({ forSize }) => forSize),
    renewalsForQuiet: total(({ forQuiet }) => forQuiet),
    kbWithRule: kb(byRule.reduce((all, each) => all + (each.state()?.length ?? 0), 0)),
    kbEnded: kb(total(({ endedBytes }) => endedBytes)),
    textKb: kb(sum(({ textBytes }) => textBytes)),
    documentKb: kb(sum(({ documentBytes }) => documentBytes)),
    packedTextKb: kb(sum(({ packedText }) => packedText)),
    packedRowKb: kb(sum(({ packedRow }) => packedRow)),
    packedV2Kb: kb(sum(({ packedV2 }) => packedV2)),
    apiEditKb: kb(most(({ apiEditBytes }) => apiEditBytes)),
    largestTextKb: kb(most(({ textBytes }) => textBytes)),
    largestKb: kb(most(({ documentBytes }) => documentBytes)),
    clients: most(({ clients }) => clients),
    pieces: most(({ pieces }) => pieces),
    openMs: most(({ openMs }) => openMs).toFixed(1),
    keyMs: most(({ keyMs }) => keyMs).toFixed(1),
    editorMs: most(({ editorMs }) => editorMs).toFixed(2),
    refused: [...new Set(costs.flatMap(({ refused }) => refused))].join("+") || "none",
  });
}

function replay(memo: EditedMemo, endMs: number, isRenewed: boolean): EditedDocument {
  const document = createEditedDocument({ ...memo, isRenewed });
  for (const { atMs, edit } of memo.sessions) {
    if (atMs < endMs) document.edit(atMs, edit(document.text));
  }
  return document;
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function print(row: Readonly<Record<string, string | number | null>>): void {
  console.log(
    Object.entries(row)
      .map(([name, value]) => (name === "label" ? `${value}:` : `${name} ${value ?? "none"}`))
      .join("  "),
  );
}

function numbers(text: string): readonly number[] {
  const given = text.split(",").map(Number);
  if (given.every((each) => Number.isInteger(each) && each > 0)) return given;
  throw new InvalidArgumentError("Give whole numbers, such as 1,5.");
}
