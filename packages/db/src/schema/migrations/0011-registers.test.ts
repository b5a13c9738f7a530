import { readGeneralSetting, readTagsSetting } from "@tidemark/core/setting";
import { listViews } from "@tidemark/core/view";
import { expect, test } from "vitest";
import { tempFolder } from "../../../tests/temp-database.ts";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("existing settings and views keep their values, and get rows in the feed", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  await (await openMigratedTo(10, { file, role: "server" })).close();
  const old = openSqliteConnection({ file, readonly: false });
  const general = { locale: "pt", theme: 'a "quoted" one', saveMediaMetadata: true };
  const tags = { "work/it's": { blurContent: true }, plain: { blurContent: false } };
  const kept = { GENERAL: general, TAGS: { tags } };
  for (const [key, value] of Object.entries(kept)) {
    old.run("INSERT INTO user_setting VALUES ('users/alice', ?, ?)", [key, JSON.stringify(value)]);
  }
  old.run("INSERT INTO user_setting VALUES ('users/alice', 'AVATAR', 'no JSON')", []);
  old.run("INSERT INTO saved_view VALUES ('v1', 'users/alice', 'One', 'pinned', ?, 5)", [
    '{"emoji":"🌊"}',
  ]);
  old.run("INSERT INTO saved_view VALUES ('v2', 'users/alice', 'Two', '', NULL, 6)", []);
  old.run("INSERT INTO counter VALUES ('seq', 40) ON CONFLICT DO UPDATE SET value = 40", []);
  old.close();

  const open = await openDatabase({ file, role: "server" });
  const caller = {
    name: "users/alice",
    role: "USER",
    spaces: [],
    scope: null,
    device: "",
  } as const;
  await open.database.read(async (stores) => {
    expect(await readGeneralSetting(stores.registers, caller.name)).toMatchObject(general);
    expect(await readTagsSetting(stores.registers, caller.name)).toEqual({ tags });
    expect(await listViews(stores, caller)).toEqual([
      {
        id: "v1",
        user: "users/alice",
        title: "One",
        filter: "pinned",
        icon: { emoji: "🌊" },
        createdMs: 5,
        order: 5,
      },
      {
        id: "v2",
        user: "users/alice",
        title: "Two",
        filter: "",
        icon: null,
        createdMs: 6,
        order: 6,
      },
    ]);
    expect(await stores.userSettings.get("users/alice", "AVATAR")).toBe("no JSON");
    const feed = await stores.feed.page("u:alice", 40, 99);
    expect(feed.map(({ seq }) => seq)).toEqual([41, 42, 43, 44, 45, 46, 47]);
    expect(await stores.meta.headSeq()).toBe(47);
  });
  await open.close();
});
