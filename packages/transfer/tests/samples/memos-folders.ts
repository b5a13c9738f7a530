import { copyFile, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { type ExpectedMemo, expectedMemos } from "../expected-memos.ts";
import { scratchFolder } from "../made-folder.ts";
import { expectedOfSample } from "./memos-content.ts";
import { type MemosVersion, writeMemosFolder } from "./memos-database.ts";
import { realSamples } from "./real-samples.ts";

/** Data folder of a memos server, with the memos that a faithful import yields. */
export interface MemosFolder {
  readonly name: string;
  /** Writes it to a temporary folder of the running test. */
  made(): Promise<string>;
  expected(): readonly ExpectedMemo[];
}

export function ownFolder(version: MemosVersion): MemosFolder {
  return {
    name: version,
    async made() {
      const dir = join(await scratchFolder(), "memos");
      await writeMemosFolder(dir, version);
      return dir;
    },
    expected: () => expectedOfSample(version !== "0.22"),
  };
}

export function realFolders(version: string): readonly MemosFolder[] {
  return realSamples(`memos/${version}`).map((path) => ({
    name: `${version}, real`,
    async made() {
      const dir = join(await scratchFolder(), "memos");
      await mkdir(dir);
      await copyFile(join(path, "memos_prod.db"), join(dir, "memos_prod.db"));
      await cp(join(path, "assets"), join(dir, "assets"), { recursive: true });
      return dir;
    },
    expected: () => expectedMemos(join(path, "expected.json")),
  }));
}

/** Returns a 0.30 folder upgraded to 0.31, as far as imports read it. */
export function upgraded(folder: MemosFolder): MemosFolder {
  return {
    ...folder,
    name: `0.31, from ${folder.name}`,
    async made() {
      const dir = await folder.made();
      upgrade(join(dir, "memos_prod.db"));
      return dir;
    },
  };
}

/** Migrates a database of memos 0.30 to 0.31, as far as imports read it. */
function upgrade(file: string): void {
  using database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE newer (
      id INTEGER PRIMARY KEY AUTOINCREMENT, created_ts BIGINT NOT NULL DEFAULT 0,
      creator_id INTEGER NOT NULL, memo_id INTEGER NOT NULL, reaction_type TEXT NOT NULL,
      UNIQUE (creator_id, memo_id, reaction_type)
    );
    INSERT INTO newer SELECT r.id, r.created_ts, r.creator_id, m.id, r.reaction_type
      FROM reaction AS r JOIN memo AS m ON r.content_id IN (m.uid, 'memos/' || m.uid);
    DROP TABLE reaction;
    ALTER TABLE newer RENAME TO reaction;
    CREATE TABLE space (id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, title TEXT NOT NULL);
    CREATE TABLE space_member (
      space_id INTEGER NOT NULL, user_id INTEGER NOT NULL, role TEXT NOT NULL,
      PRIMARY KEY (space_id, user_id)
    );
    INSERT INTO space VALUES (1, 'crew', 'Crew');
    INSERT INTO space_member SELECT 1, id, 'ADMIN' FROM user;
    ALTER TABLE memo ADD COLUMN space_id INTEGER DEFAULT NULL;
    UPDATE user_setting SET key = 'MEMO_VIEWS' WHERE key = 'SHORTCUTS';
  `);
  for (const { id, payload } of database.prepare("SELECT id, payload FROM memo").all()) {
    const { tags = [], ...rest } = parseJson(payloadSchema, String(payload));
    const all = tags.flatMap((tag) =>
      tag.split("/").map((_, n, parts) => parts.slice(0, n + 1).join("/")),
    );
    const written = JSON.stringify({ tags: [...new Set(all)], ...rest });
    database.prepare("UPDATE memo SET payload = ? WHERE id = ?").run(written, id ?? null);
  }
}

const payloadSchema = z.looseObject({ tags: z.array(z.string()).optional() });
