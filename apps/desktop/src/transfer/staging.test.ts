import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openStaging, type StagingOptions } from "./staging.ts";

const stage = "0123456789abcdef";
const other = "fedcba9876543210";

async function start(options: Omit<StagingOptions, "dir"> = {}) {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-staging-"));
  const staging = await openStaging({ dir, ...options });
  onTestFinished(async () => {
    await staging[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });
  const put = (path: string, text: string, into = stage) =>
    staging.put({ stage: into, path, modifiedMs: 1_700_000_000_000 }, bytes(text));
  const there = async (): Promise<string[]> =>
    (await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  return { dir, staging, put, there };
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe("A28c · what a page sends to be imported", () => {
  test("is there under its names and times, below the one thing that was chosen", async () => {
    const { staging, put } = await start();
    expect(await put("Vault/a/One.md", "one")).toMatchObject({ ok: true });
    expect(await put("Vault/Two.md", "two")).toMatchObject({ ok: true });
    const place = await staging.take(stage);
    expect(place).toMatchObject({
      path: expect.stringMatching(/[/\\]Vault$/),
      names: { top: "Vault", paths: new Map() },
    });
    expect(await readFile(join(place!.path, "a", "One.md"), "utf8")).toBe("one");
    expect((await stat(join(place!.path, "Two.md"))).mtimeMs).toBe(1_700_000_000_000);
  });

  test("may have a name that is too long for the file system", async () => {
    const { staging, put } = await start();
    const long = `${"潮".repeat(250)}.md`;
    expect(await put(`Vault/${encodeURIComponent(long)}`, "one")).toMatchObject({ ok: true });
    const { path, names } = (await staging.take(stage))!;
    const [name] = await readdir(path);
    expect(name).toMatch(/^潮+.*\.md$/);
    expect(await readFile(join(path, name!), "utf8")).toBe("one");
    expect(names).toEqual({ top: "Vault", paths: new Map([[name, long]]) });
  });

  test("is a folder of all files if several were chosen", async () => {
    const { staging, put } = await start();
    await put("One.md", "one");
    await put("Two.md", "two");
    expect(await readdir((await staging.take(stage))!.path)).toEqual(["One.md", "Two.md"]);
  });

  test("rejects names that some file systems treat as equal", async () => {
    const { put } = await start();
    await put("Caf\u00E9.md", "one");
    for (const path of ["Caf\u00E9.md", "caf\u00E9.MD", "Cafe\u0301.md"]) {
      expect(await put(path, "two")).toMatchObject({ error: { code: "ALREADY_EXISTS" } });
    }
  });

  test("can't use a name as both file and folder, and doesn't overwrite files", async () => {
    const { dir, put, staging, there } = await start();
    await put("Vault/One", "one");
    await put("Vault/a/b/Two.md", "two");
    for (const path of ["Vault/One/Three.md", "vault/ONE/a/Three.md", "Vault/a", "Vault/A/b"]) {
      expect(await put(path, "three")).toMatchObject({ error: { code: "ALREADY_EXISTS" } });
    }
    // Stands for a name that the file system treats as equal to an uploaded one, but this program doesn't.
    await writeFile(join(dir, stage, "notes", "Vault", "Three.md"), "three");
    const clash = staging.put({ stage, path: "Vault/Three.md", modifiedMs: null }, bytes("four"));
    await expect(clash).rejects.toThrow("EEXIST");
    expect(await there()).toEqual(["One", "Three.md", "Two.md"]);
    expect(await put("Vault/One.md", "five")).toMatchObject({ ok: true });
  });

  test.each([
    ["../One.md", stage, "INVALID_ARGUMENT"],
    ["a/%2e%2e/One.md", stage, "INVALID_ARGUMENT"],
    ["One.md", "../../etc", "NOT_FOUND"],
    ["One.md", "short", "NOT_FOUND"],
  ])("stays inside its folder: %s in %s", async (path, into, code) => {
    const { put, there } = await start();
    expect(await put(path, "x", into)).toMatchObject({ error: { code } });
    expect(await there()).toEqual([]);
  });

  test("is limited in number and size", async () => {
    const { put, there } = await start({ limits: { entries: 2, totalBytes: 10 } });
    await put("One.md", "12345");
    expect(await put("Two.md", "123456")).toMatchObject({ error: { code: "TOO_LARGE" } });
    expect(await there()).toEqual(["One.md"]);
    await put("Two.md", "12345");
    expect(await put("Three.md", "")).toMatchObject({ error: { code: "TOO_LARGE" } });
  });

  test("leaves nothing of an interrupted file, which can be sent again", async () => {
    const { put, staging, there } = await start();
    await put("Other.md", "x");
    const broken = staging.put({ stage, path: "One.md", modifiedMs: null }, breaksOff());
    await expect(broken).rejects.toThrow("gone");
    expect(await there()).toEqual(["Other.md"]);
    expect(await put("One.md", "one")).toMatchObject({ ok: true });
  });

  test("is closed once taken, and can be taken again", async () => {
    const { put, staging } = await start();
    expect(await staging.take(stage)).toBeNull();
    await put("One.md", "one");
    const place = await staging.take(stage);
    expect(await put("Two.md", "two")).toMatchObject({ error: { code: "FAILED_PRECONDITION" } });
    expect(await staging.take(stage)).toEqual(place);
  });

  test("is removed on request, including files still being sent", async () => {
    const { put, staging, there } = await start();
    await put("One.md", "one", other);
    await put("Two.md", "two");
    const hold = Promise.withResolvers<void>();
    const late = staging.put({ stage, path: "Late.md", modifiedMs: null }, slowly(hold.promise));
    await staging.remove(stage);
    hold.resolve();
    await late.catch(() => undefined);
    expect(await there()).toEqual(["One.md"]);
  });

  test("expires if it isn't taken", async () => {
    const { put, there } = await start({ keptMs: 1 });
    await put("One.md", "one");
    await vi.waitFor(async () => expect(await there()).toEqual([]));
  });

  test("is removed on the next start", async () => {
    const { dir } = await start();
    await mkdir(join(dir, stage), { recursive: true });
    await writeFile(join(dir, stage, "One.md"), "one");
    await using staging = await openStaging({ dir });
    expect(await staging.take(stage)).toBeNull();
    expect(await readdir(dir).catch(() => [])).toEqual([]);
  });

  test("is removed to make room for later ones", async () => {
    const { put, there } = await start();
    for (const name of ["a", "b", "c", "d", "e"]) {
      expect(await put(`${name}.md`, "x", name.repeat(16))).toMatchObject({ ok: true });
    }
    await vi.waitFor(async () => expect(await there()).toEqual(["b.md", "c.md", "d.md", "e.md"]));
  });
});

async function* breaksOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  throw new Error("gone");
}

async function* slowly(wait: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  await wait;
  yield Buffer.from("rest");
}
