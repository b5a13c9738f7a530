import { deliverDue } from "@tidemark/core/webhook";
import { expect, test } from "vitest";
import { openDatabase, openSqliteConnection } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";
import { baseMs, memoRow, saveRow, tempFolder } from "../../../tests/temp-database.ts";

test("snapshots stored by version 0.2 are delivered: a memo, and a body from an earlier attempt", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  const old = await openMigratedTo(38, { file, role: "server" });
  const memo = await old.database.write((stores) => saveRow(stores, memoRow("m")));
  await old.close();
  const connection = openSqliteConnection({ file, readonly: false });
  connection.exec(`INSERT INTO webhook
    (id, user, url, display_name, signing_secret, events, created_ms, updated_ms)
    VALUES ('h1', 'users/alice', 'http://h1.test', '', '', '[]', 0, 0),
      ('h2', 'users/alice', 'http://h2.test', '', '', '[]', 0, 0)`);
  for (const [id, body, snapshot] of [
    ["h1", null, JSON.stringify(memo)],
    ["h2", '{"tried":1}', null],
  ] as const) {
    connection.run(
      `INSERT INTO webhook_delivery (id, webhook, memo, event, state, joins_edits, attempts, created_ms,
         due_ms, body, snapshot) VALUES (?, ?, 'm', 'memo.updated', 'PENDING', 0, 0, ?, ?, ?, ?)`,
      [`msg_${id}`, id, baseMs, baseMs, body, snapshot],
    );
  }
  connection.close();

  await using open = await openDatabase({ file, role: "server" });
  const sent: string[] = [];
  let status = 503;
  const deliver = (nowMs: number): Promise<number | null> =>
    deliverDue({
      database: open.database,
      holder: "p",
      nowMs: () => nowMs,
      random: () => 0.5,
      secretBox: { seal: (text) => text, open: (text) => text },
      signal: { aborted: false },
      send: async (url, _headers, body) => {
        sent.push(`${url} ${body}`);
        return { type: "answered", status, text: "" };
      },
      formatTime: String,
      memoToJson: async (_user, snapshot) => ({
        content: snapshot.memo.content,
        parts: snapshot.parts,
      }),
      onFault(error) {
        throw error;
      },
    });
  const next = await deliver(baseMs);
  status = 200;
  expect(await deliver(next ?? 0)).toBeNull();
  const [first, second, ...again] = sent.toSorted();
  expect(first).toContain(`"memo":{"content":${JSON.stringify(memo.content)},"parts":null}`);
  expect(second).toBe(first);
  expect(again).toEqual(['http://h2.test {"tried":1}', 'http://h2.test {"tried":1}']);
});
