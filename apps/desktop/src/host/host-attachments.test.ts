import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import type { AttachmentView } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type Host, openHost } from "./open-host.ts";

/** Fields of an upload's response that the tests use. */
const fileSchema = z.looseObject({ id: z.string(), filename: z.string() });

async function start() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-attachments-"));
  let host: Host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true, force: true });
  });
  return {
    dir,
    get app() {
      return host.app;
    },
    async reopen() {
      await host.close();
      host = await openHost({ dir });
    },
    upload: async (filename: string, content = filename) => {
      const body = async function* () {
        yield Buffer.from(content);
      };
      const size = Buffer.byteLength(content);
      const url = `/files?filename=${filename}&type=text/plain&size=${size}`;
      const reply = await host.files({ method: "POST", url, headers: {}, body: body() });
      const bytes = await Array.fromAsync(reply.body ?? []);
      return parseJson(fileSchema, Buffer.concat(bytes).toString());
    },
  };
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const names = (files: readonly AttachmentView[]): string[] => files.map((file) => file.filename);

describe("attachments on one device", () => {
  test("are attached to a new memo in order, and listed with it after a restart", async () => {
    const profile = await start();
    const { upload, reopen } = profile;
    const [one, two] = [await upload("one.txt"), await upload("two.txt")];
    const attachments = [two.id, one.id];
    const memo = value(await profile.app.createMemo({ content: "both", attachments }));
    expect(names(memo.attachments)).toEqual(["two.txt", "one.txt"]);
    await reopen();
    const page = value(
      await profile.app.listMemos({
        view: "timeline",
        search: "",
        tag: null,
        pinned: null,
        pageSize: 9,
      }),
    );
    expect(page.memos[0]?.attachments).toEqual(memo.attachments);
  });

  test("can be detached and attached again; attaching to another memo moves them", async () => {
    const { app, upload } = await start();
    const file = await upload("a.txt");
    const first = value(await app.createMemo({ content: "first", attachments: [file.id] }));
    expect(value(await app.attachments.set(first.id, [])).attachments).toEqual([]);
    expect(names(value(await app.attachments.set(first.id, [file.id])).attachments)).toEqual([
      "a.txt",
    ]);
    const second = value(await app.createMemo({ content: "second", attachments: [file.id] }));
    expect(names(second.attachments)).toEqual(["a.txt"]);
    expect(value(await app.getMemo(first.id)).attachments).toEqual([]);
    expect(await app.attachments.set(first.id, ["none"])).toMatchObject({
      ok: false,
      error: { code: "NOT_FOUND" },
    });
  });

  test("are renamed by the rules for names, and deleted permanently", async () => {
    const { app, upload } = await start();
    const file = await upload("a.txt");
    const memo = value(await app.createMemo({ content: "with", attachments: [file.id] }));
    expect(value(await app.attachments.rename(file.id, "b.txt")).filename).toBe("b.txt");
    expect(await app.attachments.rename(file.id, "b/c")).toMatchObject({ ok: false });
    value(await app.attachments.remove([file.id]));
    expect(value(await app.getMemo(memo.id)).attachments).toEqual([]);
    expect(await app.attachments.remove([file.id])).toMatchObject({ ok: false });
  });

  test("of a draft survive a restart, and leave the draft when a memo gets them", async () => {
    const profile = await start();
    const { upload, reopen } = profile;
    const [one, two] = [await upload("one.txt"), await upload("two.txt")];
    await profile.app.attachments.setDraft("composer", [two.id, one.id]);
    await reopen();
    expect(names(await profile.app.attachments.ofDraft("composer"))).toEqual([
      "two.txt",
      "one.txt",
    ]);
    value(await profile.app.createMemo({ content: "x", attachments: [two.id] }));
    expect(names(await profile.app.attachments.ofDraft("composer"))).toEqual(["one.txt"]);
    await profile.app.attachments.setDraft("composer", []);
    expect(await profile.app.attachments.ofDraft("composer")).toEqual([]);
  });

  test("content missing on this device is reported, and can't be fetched without a server", async () => {
    const { app, dir, upload } = await start();
    const file = await upload("a.txt");
    const memo = value(await app.createMemo({ content: "gone", attachments: [file.id] }));
    expect(value(await app.attachments.fetch(file.id)).isHere).toBe(true);
    await rm(join(dir, "blobs", "kept"), { recursive: true });
    expect(value(await app.getMemo(memo.id)).attachments[0]?.isHere).toBe(false);
    expect(await app.attachments.fetch(file.id)).toMatchObject({
      ok: false,
      error: { code: "UNAVAILABLE" },
    });
  });

  test("identical content is stored once", async () => {
    const { dir, upload } = await start();
    await upload("a.txt", "same");
    await upload("b.txt", "same");
    const kept = await readdir(join(dir, "blobs"), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile())).toHaveLength(1);
  });
});
