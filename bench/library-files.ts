import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newResourceId } from "@tidemark/core";
import type { AttachmentRow } from "@tidemark/core/model";
import { accountKey } from "@tidemark/core/sync/device";
import { openDatabase } from "@tidemark/db/node";
import { seaPicture, swell } from "../tests/screens/sample-files.ts";
import { bulkInsert } from "./bulk-insert.ts";
import { corpusEndMs, corpusVersion, generateMemos, readerUsername } from "./corpus.ts";
import type { TempFolder } from "./corpus-file.ts";
import { createSeededDraw, type SeededDraw } from "./seeded-draw.ts";
import { formatStamp } from "@tidemark/core/clock";

/** Number of files of a user who has stored every picture for years. */
export const libraryFiles = 20_000;

/** Number of files without a memo: the newest ones. Texts refer to a tenth of them. */
export const looseFiles = 2500;

const creator = `users/${readerUsername}`;
const distinctContents = 48;
const filesPerTransaction = 2000;

/** Types of the files, in tenths. */
const mix = [
  ...Array.from({ length: 6 }, () => ({ ending: "png", type: "image/png", word: "IMG" })),
  { ending: "mp4", type: "video/mp4", word: "clip" },
  { ending: "wav", type: "audio/wav", word: "Recording" },
  { ending: "pdf", type: "application/pdf", word: "Invoice" },
  { ending: "txt", type: "text/plain", word: "notes" },
] as const;

/**
 * Adds files to a copy of `one-owner`, whose profile becomes its owner's: 20,000 of every kind over three
 * years, on memos except for the newest 2,500. They share a few contents.
 */
export async function fillLibrary(folder: TempFolder, memos: number): Promise<void> {
  const draw = createSeededDraw(`tidemark bench library ${corpusVersion}`);
  const contents = await writeContents(join(folder.path, "blobs", "kept"));
  const onMemos = [...generateMemos("one-owner", memos)].map(({ id }) => id);
  const rows = Array.from({ length: libraryFiles }, (_, index) =>
    fileRow(draw, index, { contents, onMemos }),
  );
  await using opened = await openDatabase({ file: folder.databaseFile, role: "device" });
  const { database } = opened;
  await database.write(({ meta }) => meta.set(accountKey, creator));
  for (let at = 0; at < rows.length; at += filesPerTransaction) {
    await database.write(async ({ attachments }) => {
      for (const row of rows.slice(at, at + filesPerTransaction)) await attachments.insert(row);
    });
  }
  const named = rows.filter(({ memo }, index) => memo === null && index % 10 === 0);
  await bulkInsert(
    database,
    named.map(({ id, filename, createdMs }, index) => ({
      id: `named${index}`,
      creator,
      createdMs,
      content: `What was agreed, and [what it says](/file/attachments/${id}/${filename}).`,
    })),
  );
}

interface Content {
  readonly sha256: string;
  readonly sizeBytes: number;
}

type Contents = ReadonlyMap<string, readonly Content[]>;

function fileRow(
  draw: SeededDraw,
  index: number,
  from: { readonly contents: Contents; readonly onMemos: readonly string[] },
): AttachmentRow {
  const { ending, type, word } = mix[draw.below(mix.length)] ?? mix[0];
  const createdMs = Math.floor(corpusEndMs - (libraryFiles - index) * 4_700_000);
  const isLoose = index >= libraryFiles - looseFiles;
  const ofType = from.contents.get(ending) ?? [];
  const content = ofType[draw.below(ofType.length)] ?? { sha256: null, sizeBytes: 0 };
  const stamp = formatStamp(createdMs, 0, "bench");
  return {
    id: newResourceId((count) => Uint8Array.from({ length: count }, () => draw.below(256))),
    creator,
    createdMs,
    updatedMs: createdMs,
    filename: `${word}_${String(index).padStart(5, "0")}.${ending}`,
    type,
    ...content,
    externalLink: "",
    memo: isLoose ? null : (from.onMemos[draw.below(from.onMemos.length)] ?? null),
    position: 0,
    motion: null,
    metadata: ending === "png" ? { width: 160, height: 120 } : null,
    stamps: { filename: stamp, link: stamp },
    seq: 0,
    extra: {},
  };
}

/** Writes a few contents that all files share; pages still read them from disk. */
async function writeContents(kept: string): Promise<Contents> {
  const made = new Map<string, Content[]>();
  for (let at = 0; at < distinctContents; at += 1) {
    const share = at / distinctContents;
    const files = {
      png: seaPicture(120 + at, 90 + at, share),
      wav: swell(1 + (at % 4)),
      // Pages don't play or read these before they are opened.
      mp4: Buffer.alloc(20_000 + at * 997, `film ${at}`),
      pdf: Buffer.alloc(4000 + at * 97, `page ${at}`),
      txt: Buffer.from(`what was agreed, as ${at} says\n`.repeat(20 + at)),
    };
    for (const [ending, bytes] of Object.entries(files)) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const shard = join(kept, sha256.slice(0, 2));
      await mkdir(shard, { recursive: true });
      await writeFile(join(shard, sha256), bytes);
      made.set(ending, [...(made.get(ending) ?? []), { sha256, sizeBytes: bytes.length }]);
    }
  }
  return made;
}
