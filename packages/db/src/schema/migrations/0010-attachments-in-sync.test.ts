import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openDatabase } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("B4: attachments from before the migration are new to every device that may see them", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-migration-"));
  const file = join(dir, "tidemark.db");
  try {
    const before = await openMigratedTo(9, { file, role: "server" });
    await before.close();
    const old = new DatabaseSync(file);
    old.exec("PRAGMA foreign_keys = OFF");
    old.exec(`
      INSERT INTO user_account (username, role, is_host, password_hash, email, display_name,
        avatar_url, description, state, created_ms, updated_ms)
        VALUES ('alice', 'USER', 0, '', '', '', '', '', 0, 0, 0);
      UPDATE counter SET value = 40 WHERE name = 'seq';
      INSERT INTO feed VALUES ('u:alice', 'memo', 'm', 40, 'up'), ('pub', 'memo', 'm', 40, 'up'),
        ('s:garden', 'memo', 'm', 40, 'evict');
      INSERT INTO attachment (pk, id, creator, created_ms, updated_ms, filename, mime_type,
        size_bytes, sha256, external_link, memo, position, motion, metadata) VALUES
        (1, 'loose', 'users/alice', 5, 7, 'l', 'text/plain', 1, '${"a".repeat(64)}', '', NULL, 0, NULL, NULL),
        (2, 'held', 'users/alice', 5, 9, 'h', 'text/plain', 1, '${"b".repeat(64)}', '', 'm', 3, NULL, '{"width":2}'),
        (9, 'gone', 'users/alice', 5, 9, 'g', 'text/plain', 1, '${"c".repeat(64)}', '', NULL, 0, NULL, NULL);
      DELETE FROM attachment WHERE id = 'gone';
    `);
    old.close();
    const after = await openDatabase({ file, role: "server" });
    const stamp = "000000000009-0000-0";
    await after.database.write(async ({ attachments, feed, meta }) => {
      const held = await attachments.find("held");
      expect(held).toMatchObject({ memo: "m", position: 3, metadata: { width: 2 }, seq: 42 });
      expect(held?.stamps).toEqual({ filename: stamp, link: stamp });
      expect(await meta.headSeq()).toBe(42);
      const scopes = async (id: string) =>
        (await feed.scopesOf("attachment", id)).map(({ scope, seq, op }) => [scope, seq, op]);
      expect(await scopes("loose")).toEqual([["u:alice", 41, "up"]]);
      expect(new Set(await scopes("held"))).toEqual(
        new Set([
          ["pub", 42, "up"],
          ["u:alice", 42, "up"],
        ]),
      );
      // Numbers are never reused, even if the attachment is deleted.
      if (held === null) throw new Error("it was there");
      const { number: _number, ...row } = held;
      expect((await attachments.insert({ ...row, id: "next" })).number).toBe(10);
    });
    await after.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
