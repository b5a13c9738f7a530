import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planImport, runImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { zipFile, zipOf } from "./made-zip.ts";
import { openProfile } from "./open-profile.ts";

async function tarFile(how: "-cf" | "-czf"): Promise<string> {
  const file = join(await scratchFolder(), "made.tar");
  execFileSync("tar", ["-C", await madeFolder({ "a.md": "one" }), how, file, "a.md"]);
  return file;
}

const ended = new Error("ended");

describe("an aborted import", () => {
  test.each([
    ["a folder", () => madeFolder({ "a.md": "one" })],
    ["a tar", () => tarFile("-cf")],
    ["a packed tar", () => tarFile("-czf")],
    ["a zip", () => zipFile([{ name: "a.md", content: "one" }])],
    [
      "a zip of zips",
      () => zipFile([{ name: "a.zip", content: zipOf([{ name: "a.md", content: "one" }]) }]),
    ],
  ])("opens nothing more of %s, and leaves nothing unpacked", async (_kind, make) => {
    const tempParent = await scratchFolder();
    const signal = AbortSignal.abort(ended);
    await expect(openImport(await make(), { user: null, tempParent, signal })).rejects.toBe(ended);
    expect(await readdir(tempParent)).toEqual([]);
  });

  test("stops within a file, and imports it once when repeated", async () => {
    const bytes = 4_000_000;
    const dir = await madeFolder({ "a.md": "![](a.bin)", "a.bin": Buffer.alloc(bytes, 7) });
    const profile = await openProfile();
    const cut = new AbortController();
    const { signal } = cut;
    await using source = await openImport(dir, { user: null, signal });
    const plan = await planImport(profile, source, signal);
    let readBytes = 0;
    const { receive } = profile.attachments;
    const attachments: typeof profile.attachments = {
      ...profile.attachments,
      receive: (caller, file, content) =>
        receive(
          caller,
          file,
          (async function* parts() {
            for await (const part of content) {
              readBytes += part.length;
              cut.abort(ended);
              yield part;
            }
          })(),
        ),
    };
    await expect(runImport({ ...profile, attachments }, plan, { signal })).rejects.toBe(ended);
    expect(readBytes).toBeLessThan(bytes / 2);
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 1, same: 0, skipped: 0, problems: 0 });
    const listed = await profile.attachments.list(profile.owner, {
      pageSize: 10,
      pageToken: "",
      filter: "",
      order: [],
    });
    expect(listed.ok && listed.value.attachments).toMatchObject([{ sizeBytes: bytes }]);
  });

  test("stores no more ids, and writes nothing", async () => {
    const notes = Array.from({ length: 520 }, (_, at) => [`${at}.md`, `note ${at}`] as const);
    const dir = await madeFolder(Object.fromEntries(notes));
    const profile = await openProfile();
    const cut = new AbortController();
    await using source = await openImport(dir, { user: null });
    const plan = await planImport(profile, source);
    const running = runImport(profile, plan, { signal: cut.signal });
    setImmediate(() => cut.abort(ended));
    await expect(running).rejects.toBe(ended);
    expect(await profile.all()).toEqual([]);
  });
});
