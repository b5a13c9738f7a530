import { existsSync } from "node:fs";
import { mock } from "node:test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { type CorpusMemo, corpusEndMs, generateMemos } from "../../bench/corpus.ts";
import { readNotebook } from "../../scripts/notebook-lines.ts";
import { seedFolder } from "../../scripts/seed-folder.ts";
import { smallPdf } from "../browser/small-pdf.ts";
import { seaPicture, swell } from "./sample-files.ts";
import * as sample from "./sample-memos.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns the time at which every screen is drawn: 15:30 UTC yesterday, in ms. */
export function shownMoment(): number {
  return Math.floor(Date.now() / dayMs) * dayMs - dayMs + 15.5 * 60 * minuteMs;
}

/** Ids of memos that screens open. */
export interface FilledFolder {
  readonly essay: string;
}

/**
 * Fills a new data folder with years of notes and a memo of every kind, all written before `nowMs`. The
 * notes come from the file `notebook`. If that is `null` or missing, generated notes are used, which are
 * the same on every machine.
 */
export async function fillFolder(
  dir: string,
  notebook: string | null,
  nowMs: number,
): Promise<FilledFolder> {
  const past =
    notebook !== null && existsSync(notebook) ? await notesOf(notebook, nowMs) : generated(nowMs);
  const seeded = await seedFolder(dir, past, null);
  if (!seeded.ok) throw new Error(seeded.error);
  // The host reads the clock for every write.
  mock.timers.enable({ apis: ["Date"], now: nowMs - dayMs });
  try {
    const host = await openHost({ dir });
    try {
      return await writeSamples(host, nowMs);
    } finally {
      await host.close();
    }
  } finally {
    mock.timers.reset();
  }
}

async function notesOf(notebook: string, nowMs: number): Promise<CorpusMemo[]> {
  const notes: CorpusMemo[] = [];
  for await (const line of readNotebook(notebook)) {
    if (!line.ok) throw new Error(`line ${line.line}: ${line.problem}`);
    const { createTime, content } = line.note;
    notes.push({
      id: `note-${line.line}`,
      creator: "",
      createdMs: Date.parse(createTime),
      content,
    });
  }
  return movedTo(nowMs - dayMs, notes);
}

function generated(nowMs: number): CorpusMemo[] {
  const memos = [...generateMemos("one-owner", 600)];
  return memos.map((memo) => ({
    ...memo,
    createdMs: memo.createdMs + nowMs - dayMs - corpusEndMs,
  }));
}

/** Shifts memos by whole days, which keeps their times of day, until the newest is before `endMs`. */
function movedTo(endMs: number, memos: readonly CorpusMemo[]): CorpusMemo[] {
  const newest = Math.max(...memos.map(({ createdMs }) => createdMs));
  const byMs = Math.floor((endMs - newest) / dayMs) * dayMs;
  return memos.map((memo) => ({ ...memo, createdMs: memo.createdMs + byMs }));
}

async function writeSamples(host: Host, nowMs: number): Promise<FilledFolder> {
  const { app } = host;
  const at = (minutesAgo: number): void => mock.timers.setTime(nowMs - minutesAgo * minuteMs);
  const write = async (
    minutesAgo: number,
    content: string,
    more: { pinned?: boolean; attachments?: string[]; parent?: string } = {},
  ): Promise<string> => {
    at(minutesAgo);
    return value(await app.createMemo({ content, ...more })).id;
  };
  const day = 24 * 60;

  const { essay: text } = sample;
  const essay = await write(3 * day + 320, text.replace("fifty minutes", "an hour"));
  at(3 * day + 250);
  value(await app.updateMemo(essay, { content: text.replace("Ask anyone", "Ask a pilot") }));
  await write(2 * day + 90, sample.paragraphs);
  await write(2 * day + 60, sample.rightToLeft);
  await write(2 * day + 30, `Compare [Why the tide is late](/m/${essay}) with the wall. #sea`);
  const papers = [
    await attach(host, "berth-agreement.pdf", "application/pdf", smallPdf(["Berth 14"])),
    await attach(host, "winter-costs.csv", "text/csv", Buffer.from("crane,220\nyard,640\n")),
  ];
  const old = await write(2 * day, "Winter berth, as it was agreed last year #boat/winter", {
    attachments: papers,
  });
  const gone = await write(2 * day - 5, "A list that is of no use any more\n\n- [ ] rope");
  await write(day + 300, "Keys, who has which\n\n- Ines: the shed\n- Jonas: the tower", {
    pinned: true,
  });
  await write(day + 290, "Low water 06:40, high 12:55 #sea/tides", { pinned: true });
  await write(day + 280, "Insurance: 0044-118 220, ask for Mr Quill", { pinned: true });
  await write(day + 270, "Questions for the tower #sea", { pinned: true });
  await write(day + 200, sample.hardWrapped);
  await write(day + 120, "The swell at the mole, at night #sea/sound", {
    attachments: [await attach(host, "swell.wav", "audio/wav", swell(9))],
  });
  await write(day + 60, sample.japanese);
  at(400);
  value(await app.updateMemo(essay, { content: text }));
  await write(
    395,
    "It was nine centimetres before the dredging. Ask **Jonas**, he held the staff.",
    {
      parent: essay,
    },
  );
  await write(390, "For two hours, in March. Eleven.", { parent: essay });
  await write(375, sample.wideTable);
  const pictures = [
    await attach(host, "dawn.png", "image/png", seaPicture(960, 640, 0.7), [960, 640]),
    await attach(host, "noon.png", "image/png", seaPicture(640, 640, 0.1), [640, 640]),
    await attach(host, "dusk.png", "image/png", seaPicture(640, 960, 1), [640, 960]),
  ];
  await write(330, "Three hours of the same water #sea", { attachments: pictures });
  await write(308, sample.code);
  await write(230, sample.boat, { pinned: true });
  await write(
    84,
    "The best error message is the one nobody can cause. The second best says what is *still safe* before it says what went wrong.\n\n#writing",
  );
  at(40);
  await attach(host, "mole-blurred.png", "image/png", seaPicture(640, 480, 0.4), [640, 480]);
  await attach(host, "old-charts.zip", "application/zip", Buffer.alloc(48_000, 7));
  await attach(host, "first-try.wav", "audio/wav", swell(2));
  at(20);
  value(await app.updateMemo(old, { state: "ARCHIVED" }));
  value(await app.trashMemos([gone]));
  return { essay };
}

async function attach(
  { files }: Host,
  filename: string,
  type: string,
  bytes: Uint8Array,
  [width, height]: readonly number[] = [],
): Promise<string> {
  const query = new URLSearchParams({ filename, type, size: String(bytes.length) });
  if (width !== undefined) query.set("width", String(width));
  if (height !== undefined) query.set("height", String(height));
  const body = (async function* () {
    yield bytes;
  })();
  const reply = await files({ method: "POST", url: `/files?${query}`, headers: {}, body });
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body ?? []) pieces.push(piece);
  const answer = Buffer.concat(pieces).toString();
  if (reply.status !== 200) throw new Error(answer);
  return parseJson(z.looseObject({ id: z.string() }), answer).id;
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
