import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, type Locator, type Page, test as base } from "@playwright/test";
import { appRouter } from "@tidemark/core/router";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { zipOf } from "../../packages/transfer/tests/made-zip.ts";
import { expectAccessible } from "../browser/expect-accessible.ts";
import { leaveSettings, openSettings } from "../browser/open-settings.ts";
import { openDevice } from "../system/device-page.ts";
import { type ServedPage, servePage } from "./serve-page.ts";
import { nothing, storedThings } from "./stored-things.ts";

const test = base.extend<{ readonly dir: string }, { readonly served: ServedPage }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await servePage();
      await provide(served);
    },
    { scope: "worker" },
  ],
  /** A folder, removed after the test. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  dir: async ({}, provide) => {
    const dir = await mkdtemp(join(tmpdir(), "tidemark-web-transfer-"));
    await provide(dir);
    await rm(dir, { recursive: true, force: true });
  },
});

/** PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function writeFiles(
  dir: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

/** Opens the dialog of imports in the settings. */
async function openImport(page: Page): Promise<Locator> {
  const settings = await openSettings(page, "Import and export");
  await settings.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog.getByRole("button", { name: "Choose files…" })).toBeVisible();
  return dialog;
}

/** Imports files, and expects that number of new memos. */
async function bring(page: Page, paths: readonly string[], count: number): Promise<void> {
  const dialog = await openImport(page);
  await dialog.locator('[data-import="files"]').setInputFiles([...paths]);
  const memos = count === 1 ? "1 memo" : `${count} memos`;
  await dialog.getByRole("button", { name: `Import ${memos}`, exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText(`${memos} added`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

test("A43 · a browser imports a folder in place: the table first, then memos with files, and undo", async ({
  browser,
  served,
  dir,
}) => {
  await writeFiles(dir, {
    "Harbour/Low water.md": "---\ntags: [sea]\n---\nsee [[Ropes]] and ![[path.png]]",
    "Harbour/Ropes.md": "the long rope",
    "Harbour/path.png": pixel,
    "Harbour/table.csv": "a,b",
  });
  await using device = await openDevice(browser, served.url);
  const { page, memo } = device;
  const dialog = await openImport(page);
  await expect(dialog.getByText("use the desktop app")).toBeVisible();
  await expect(dialog.getByText("From a memos server", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "where memos come from");
  await dialog.locator('[data-import="folder"]').setInputFiles(join(dir, "Harbour"));
  await expect(dialog.getByText("Obsidian vault: Harbour")).toBeVisible();
  const list = dialog.getByRole("region", { name: "Contents" });
  await expect(list.getByRole("listitem")).toHaveText([
    /^Skipped.*table\.csv.*Not a note/,
    /^New.*Low water\.md/,
    /^New.*Ropes\.md/,
  ]);
  await dialog.getByRole("button", { name: "Import 2 memos" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 memos added");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await leaveSettings(page);
  await expect(memo("the long rope")).toBeVisible();
  await expect(memo("Low water").locator("img")).toBeVisible();
  await page.reload();
  await expect(memo("Low water").locator("img")).toBeVisible();
  const settings = await openSettings(page, "Import and export");
  await settings.getByRole("button", { name: "Undo the import of Harbour" }).click();
  await expect(settings.getByRole("region", { name: "Earlier imports" })).toContainText("undone");
  await leaveSettings(page);
  await expect(memo("the long rope")).toBeHidden();
});

test("A43a · an export goes from a browser to a desktop and to another browser, and is the same", async ({
  browser,
  served,
  dir,
}) => {
  await using device = await openDevice(browser, served.url);
  await writeFiles(dir, { "Notes/One.md": "first [two](Two.md) ![](path.png)" });
  await writeFiles(dir, { "Notes/Two.md": "second 潮汐", "Notes/path.png": pixel });
  const chooser = await openImport(device.page);
  await chooser.locator('[data-import="folder"]').setInputFiles(join(dir, "Notes"));
  await chooser.getByRole("button", { name: "Import 2 memos" }).click();
  await chooser.getByRole("button", { name: "Done" }).click();
  await expect(chooser).toHaveCount(0);

  const exported = async (page: Page, name: string): Promise<string> => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^tidemark-\d{4}-\d{2}-\d{2}(?:-json)?\.zip$/);
    const file = join(dir, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };
  const file = await exported(device.page, "Export all…");
  const json = await exported(device.page, "As JSON…");

  await using resources = new AsyncDisposableStack();
  await mkdir(join(dir, "desk"));
  const host = await openHost({ dir: join(dir, "desk"), takesPaths: true, isOffline: true });
  resources.defer(() => host.close());
  const app = appRouter.createCaller({ app: host.app });
  for (const [path, made] of [
    [file, 2],
    [json, 0],
  ] as const) {
    await app.transfer.begin({ from: { path } });
    await expect
      .poll(async () => (await app.transfer.state()).job)
      .toMatchObject({ phase: "planned", counts: { new: made, same: 2 - made, problems: 0 } });
    if (made > 0) await app.transfer.run();
    await expect.poll(async () => (await app.transfer.state()).job?.phase).not.toBe("running");
    await app.transfer.stop();
  }
  const { memos } = await app.memos.list({});
  expect(memos.map(({ content }) => content).join()).toContain("second 潮汐");
  expect(memos.flatMap(({ attachments }) => attachments)).toMatchObject([
    { filename: "path.png", sizeBytes: pixel.length },
  ]);

  const reply = await host.files({ method: "GET", url: "/export.zip", headers: {}, body: null });
  const fromDesktop = join(dir, "from-desktop.zip");
  await writeFile(fromDesktop, reply.body!);
  await using other = await openDevice(browser, served.url);
  await bring(other.page, [fromDesktop], 2);
  await leaveSettings(other.page);
  await expect(other.memo("second 潮汐")).toBeVisible();
  await expect(other.memo("first").locator("img")).toBeVisible();

  // The ids are the same everywhere.
  await leaveSettings(device.page);
  const again = await openImport(device.page);
  await again.locator('[data-import="files"]').setInputFiles(fromDesktop);
  await expect(again.getByText("Nothing new to import.")).toBeVisible();
  await expect(again.getByRole("radio", { name: "Already imported 2" })).toBeVisible();
});

test("A43b · a browser refuses hostile and broken files with the reason, and goes on", async ({
  browser,
  served,
  dir,
}) => {
  const bomb = Array.from({ length: 70 }, (_, at) => ({
    name: `${at}.md`,
    content: Buffer.alloc(1_000_000),
  }));
  await writeFiles(dir, {
    "up.zip": zipOf([{ name: "../evil.md", content: "x" }]),
    "bomb.zip": zipOf(bomb),
    "cut.zip": zipOf([{ name: "a.md", content: "x" }]).subarray(0, 60),
    "notes.jex": Buffer.concat([Buffer.alloc(257), Buffer.from("ustar"), Buffer.alloc(250)]),
    "good.md": "a note after all of them",
  });
  await using device = await openDevice(browser, served.url);
  const dialog = await openImport(device.page);
  const input = dialog.locator('[data-import="files"]');
  for (const [name, words] of [
    ["up.zip", "outside of the archive"],
    ["bomb.zip", "times larger when unpacked"],
    ["cut.zip", "cannot be read"],
    ["notes.jex", "a header is damaged"],
  ] as const) {
    await input.setInputFiles(join(dir, name));
    await expect(dialog.getByRole("alert")).toContainText(words);
    await dialog.getByRole("button", { name: "Choose something else" }).click();
  }
  await input.setInputFiles(join(dir, "good.md"));
  await dialog.getByRole("button", { name: "Import 1 memo" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 memo added");
});

test("A43c · a browser reads a memos database with the rows in its log", async ({
  browser,
  served,
  dir,
}) => {
  const file = join(dir, "memos_prod.db");
  using database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT);
    CREATE TABLE memo (id INTEGER PRIMARY KEY, uid TEXT, creator_id INTEGER, created_ts INTEGER,
      updated_ts INTEGER, row_status TEXT, content TEXT, visibility TEXT, pinned INTEGER, payload TEXT);
    CREATE TABLE memo_relation (memo_id INTEGER, related_memo_id INTEGER, type TEXT);
    CREATE TABLE reaction (id INTEGER PRIMARY KEY, creator_id INTEGER, content_id TEXT, reaction_type TEXT);
    CREATE TABLE resource (id INTEGER PRIMARY KEY, uid TEXT, creator_id INTEGER, created_ts INTEGER,
      updated_ts INTEGER, filename TEXT, blob BLOB, type TEXT, size INTEGER, memo_id INTEGER,
      storage_type TEXT, reference TEXT);
    INSERT INTO user VALUES (1, 'ada');
    PRAGMA wal_checkpoint(TRUNCATE);
    INSERT INTO memo VALUES (1, 'one', 1, 1, 1, 'NORMAL', 'only in the log', 'PRIVATE', 0, '{}');
    INSERT INTO resource VALUES (1, 'f', 1, 1, 1, 'a.txt', CAST('text' AS BLOB), 'text/plain', 4, 1, '', '');
  `);
  // Both files as they are while the server runs.
  await using device = await openDevice(browser, served.url);
  const copies = ["memos_prod.db", "memos_prod.db-wal"].map((name) => join(dir, "copy", name));
  await mkdir(join(dir, "copy"));
  for (const copy of copies) await writeFile(copy, await readFile(copy.replace("/copy/", "/")));
  await bring(device.page, copies, 1);
  await leaveSettings(device.page);
  await expect(device.memo("only in the log")).toBeVisible();
  await expect(device.memo("only in the log").getByText("a.txt")).toBeVisible();
});

test("A43d · on a shared computer an import and an export store nothing in the browser", async ({
  browser,
  served,
  dir,
}) => {
  await writeFiles(dir, { "one.md": "read on a shared computer" });
  const context = await browser.newContext();
  await context.addCookies([{ name: "tidemark_shared", value: "yes", url: served.url }]);
  const page = await context.newPage();
  await page.goto(served.url);
  await bring(page, [join(dir, "one.md")], 1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all…", exact: true }).click();
  const download = await downloading;
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
  expect(await storedThings(page)).toEqual({ ...nothing, cookies: ["tidemark_shared"] });
  await context.close();
});
