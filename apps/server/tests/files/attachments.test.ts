import { describe, expect, test } from "vitest";
import { filePath, formOf, startFileServer } from "../file-client.ts";
import { shareServer } from "../shared-server.ts";

const attachments = "/api/v1/attachments";
const memos = "/api/v1/memos";

function violation(field: string) {
  return { code: 3, details: [{ fieldViolations: [{ field }] }] };
}

const shared = shareServer(startFileServer);

describe("an attachment", () => {
  /** Server that stores no file, because all its requests fail. */
  const empty = shareServer(startFileServer);

  test("is created, read, listed, renamed, downloaded and deleted", async () => {
    await using api = await startFileServer();
    const created = await api.ask("POST", `${attachments}?attachmentId=first-1`, {
      filename: "note.txt",
      content: Buffer.from("hello").toString("base64"),
    });
    expect(created).toMatchObject({ status: 200 });
    expect(created.body).toEqual({
      name: "attachments/first-1",
      createTime: created.body["createTime"],
      filename: "note.txt",
      content: "",
      externalLink: "",
      type: "text/plain",
      size: "5",
    });
    expect((await api.ask("GET", `${attachments}/first-1`)).body).toEqual(created.body);
    expect((await api.ask("GET", attachments)).body).toEqual({
      attachments: [created.body],
      nextPageToken: "",
    });
    const renamed = await api.ask("PATCH", `${attachments}/first-1`, { filename: "other.txt" });
    expect(renamed.body).toEqual({ ...created.body, filename: "other.txt" });
    const file = await api.get(filePath(renamed.body));
    expect(await file.text()).toBe("hello");
    expect(await api.ask("DELETE", `${attachments}/first-1`)).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await api.ask("GET", `${attachments}/first-1`)).status).toBe(404);
    expect((await api.get(filePath(renamed.body))).status).toBe(404);
    expect((await api.ask("DELETE", `${attachments}/first-1`)).status).toBe(404);
  });

  test("may have 0 bytes", async () => {
    const api = shared();
    const created = await api.ask("POST", attachments, { filename: "empty.txt" });
    expect(created).toMatchObject({ status: 200, body: { size: "0", type: "text/plain" } });
    const file = await api.get(filePath(created.body));
    expect([file.status, file.headers.get("content-length"), await file.text()]).toEqual([
      200,
      "0",
      "",
    ]);
    const part = await api.get(filePath(created.body), { range: "bytes=0-" });
    expect(part.status).toBe(416);
    const uploaded = await api.upload("/file/attachments", formOf("e.bin", new Uint8Array()));
    expect(uploaded).toMatchObject({ status: 200, body: { size: "0" } });
  });

  test("without a type gets one from its extension, else from its first bytes", async () => {
    const api = shared();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    );
    expect(await api.attach("a.svg", "<svg/>")).toMatchObject({ type: "image/svg+xml" });
    expect(await api.attach("picture", png)).toMatchObject({ type: "image/png" });
    expect(await api.attach("nothing", "plain")).toMatchObject({
      type: "application/octet-stream",
    });
    expect(await api.attach("a.txt", png, { type: "Image/PNG" })).toMatchObject({
      type: "image/png",
    });
  });

  test("keeps of its type what it is, in lower case and without parameters", async () => {
    const api = shared();
    for (const [said, kept] of [
      ["Text/Plain; charset=UTF-8", "text/plain"],
      [" application/JSON ;a=b", "application/json"],
      ["text/x-Markdown", "text/x-markdown"],
      // These aren't media types, so the type is derived from the filename.
      ["plain", "text/csv"],
      ["text/", "text/csv"],
      ["text/a b", "text/csv"],
      ["; charset=utf-8", "text/csv"],
      ["tëxt/plain", "text/csv"],
      ["a/b\r\nx: y", "text/csv"],
      [`text/${"x".repeat(300)}`, "text/csv"],
    ] as const) {
      const made = await api.attach("table.csv", "a,b", { type: said });
      expect(made, said).toMatchObject({ type: kept });
    }
    const link = { filename: "a.txt", externalLink: "https://files.example/a.txt" };
    const linked = await api.ask("POST", attachments, { ...link, type: "Text/Plain;a=b" });
    expect(linked.body).toMatchObject({ type: "text/plain" });
  });

  test("may be an https link, which the server never fetches", async () => {
    const api = shared();
    const externalLink = "https://files.example/a.pdf";
    const body = { filename: "a.pdf", type: "application/pdf", externalLink };
    const created = await api.ask("POST", attachments, body);
    expect(created).toMatchObject({ status: 200, body: { ...body, size: "0" } });
    expect((await api.get(filePath(created.body))).status).toBe(404);
    for (const link of ["http://files.example/a", "javascript:alert(1)", "file:///etc/passwd"]) {
      const refused = await api.ask("POST", attachments, { ...body, externalLink: link });
      expect(refused).toMatchObject({ status: 400, body: violation("externalLink") });
    }
    const both = await api.ask("POST", attachments, { ...body, content: "aGVsbG8=" });
    expect(both.status).toBe(400);
  });

  test.each([
    ["../../etc/passwd"],
    ["..\\windows"],
    [".."],
    ["."],
    ["a\0.png"],
    ["a\n.png"],
    ["\u0085"],
    [""],
    [" "],
  ])("is refused with the name %j, by JSON and on renaming", async (filename) => {
    const api = shared();
    const kept = await api.attach("kept.txt", "x");
    const stored = api.storedFiles().length;
    const refused = { status: 400, body: violation("filename") };
    expect(await api.ask("POST", attachments, { filename, content: "eA==" })).toMatchObject(
      refused,
    );
    const path = `/api/v1/${String(kept["name"])}`;
    expect(await api.ask("PATCH", path, { filename })).toMatchObject(refused);
    expect((await api.ask("GET", path)).body).toEqual(kept);
    expect(api.storedFiles()).toHaveLength(stored);
  });

  test("accepts names in any script, up to 255 characters", async () => {
    const api = shared();
    for (const filename of [
      "naïve résumé 📷.txt",
      `${"é".repeat(125)}.txxt`,
      `${"漢".repeat(251)}.txt`,
      `${"📷".repeat(251)}.txt`,
      '"quoted" 100%;.txt',
    ]) {
      const made = await api.attach(filename, "x");
      expect(made["filename"]).toBe(filename);
      const file = await api.get(filePath(made));
      expect(file.status).toBe(200);
      const name = /filename\*=UTF-8''(\S+)$/.exec(file.headers.get("content-disposition") ?? "");
      expect(decodeURIComponent(name?.[1] ?? "")).toBe(filename);
    }
  });

  test("has a longer name shortened before its extension, however it is sent", async () => {
    const api = shared();
    const [filename, short] = [`${"漢".repeat(300)}.txt`, `${"漢".repeat(251)}.txt`];
    const made = await api.attach(filename, "x");
    expect(made["filename"]).toBe(short);
    const form = await api.upload("/file/attachments", formOf(filename, Buffer.from("x")));
    expect(form.body["filename"]).toBe(short);
    const renamed = { filename: filename.replace("txt", "csv") };
    const path = `/api/v1/${String(made["name"])}`;
    expect((await api.ask("PATCH", path, renamed)).body["filename"]).toBe(
      short.replace("txt", "csv"),
    );
    const link = { filename, externalLink: "https://example.org/l" };
    expect((await api.ask("POST", attachments, link)).body["filename"]).toBe(short);
  });

  test.each([
    ["an id that is all digits", "?attachmentId=123", {}, "attachmentId"],
    ["an id with a dot", "?attachmentId=a.b", {}, "attachmentId"],
    ["an id of 37 characters", `?attachmentId=${"a".repeat(37)}`, {}, "attachmentId"],
    ["content that is not base64", "", { content: "@@" }, "content"],
    ["a memo that is no name", "", { memo: "x" }, "memo"],
  ])("is refused with %s, and leaves no file", async (_, query, body, field) => {
    const api = empty();
    const refused = await api.ask("POST", attachments + query, {
      filename: "a.txt",
      content: "eA==",
      ...body,
    });
    expect(refused).toMatchObject({ status: 400, body: violation(field) });
    expect(api.storedFiles()).toEqual([]);
  });

  test("is 409 under a taken id, and leaves no second file", async () => {
    await using api = await startFileServer();
    const post = (content: string) =>
      api.ask("POST", `${attachments}?attachmentId=a`, { filename: "a.txt", content });
    expect((await post("eA==")).status).toBe(200);
    expect(await post("eHg=")).toMatchObject({ status: 409, body: { code: 6 } });
    expect(api.storedFiles()).toHaveLength(1);
  });

  test("is patched by mask: output-only and unknown paths are rejected", async () => {
    const api = shared();
    const made = await api.attach("a.txt", "x");
    const path = `/api/v1/${String(made["name"])}`;
    expect((await api.ask("PATCH", path, { ...made, filename: "b.txt" })).body).toMatchObject({
      filename: "b.txt",
    });
    for (const query of ["?updateMask=size", "?updateMask=colour", "?updateMask=filename"]) {
      expect((await api.ask("PATCH", path + query, {})).status, query).toBe(400);
    }
  });
});

describe("listing attachments", () => {
  test("pages through the caller's own, newest first, filters and orders", async () => {
    await using api = await startFileServer();
    await api.ask("POST", `${memos}?memoId=m1`, { content: "x" });
    for (const [index, name] of ["a.png", "b.txt", "c.png", "d.txt", "e.png"].entries()) {
      api.server.clock.nowMs += 1000;
      await api.attach(name, "x".repeat(index + 1), index === 0 ? { memo: "memos/m1" } : {});
    }
    const names = async (query: string) =>
      (
        (await api.ask("GET", `${attachments}?${query}`)).body["attachments"] as {
          filename: string;
        }[]
      ).map((each) => each.filename);
    const seen: string[] = [];
    let token = "";
    do {
      const page = await api.ask("GET", `${attachments}?pageSize=2&pageToken=${token}`);
      seen.push(...(page.body["attachments"] as { filename: string }[]).map((a) => a.filename));
      token = String(page.body["nextPageToken"]);
    } while (token !== "");
    expect(seen).toEqual(["e.png", "d.txt", "c.png", "b.txt", "a.png"]);
    const filtered = (filter: string) => names(`filter=${encodeURIComponent(filter)}`);
    expect(await filtered('mime_type == "image/png" && size > 1')).toEqual(["e.png", "c.png"]);
    expect(await filtered('memo == "memos/m1"')).toEqual(["a.png"]);
    expect(await filtered("memo == null")).toHaveLength(4);
    expect(await filtered('filename.contains("d.")')).toEqual(["d.txt"]);
    expect(await names("orderBy=filename%20desc,size&pageSize=2")).toEqual(["e.png", "d.txt"]);
    expect(await names("orderBy=size")).toEqual(["a.png", "b.txt", "c.png", "d.txt", "e.png"]);
    const bad = await api.ask("GET", `${attachments}?filter=${encodeURIComponent("type == 1")}`);
    expect(bad.status).toBe(400);
    expect(JSON.stringify(bad.body)).toContain("mime_type");
    expect((await api.ask("GET", `${attachments}?orderBy=colour`)).status).toBe(400);
    expect((await api.askBob("GET", attachments)).body["attachments"]).toEqual([]);
  });

  test("rejects a token of another order", async () => {
    const api = shared();
    await api.attach("a", "x");
    await api.attach("b", "x");
    const first = await api.ask("GET", `${attachments}?pageSize=1`);
    const token = String(first.body["nextPageToken"]);
    const other = await api.ask("GET", `${attachments}?orderBy=size&pageToken=${token}`);
    expect(other).toMatchObject({ status: 400, body: violation("pageToken") });
  });
});

describe("batchDelete", () => {
  test("deletes all or nothing", async () => {
    await using api = await startFileServer();
    const names = [await api.attach("a", "1"), await api.attach("b", "2")].map((a) => a["name"]);
    const remove = (list: unknown[]) =>
      api.ask("POST", `${attachments}:batchDelete`, { names: list });
    expect((await remove([...names, "attachments/none"])).status).toBe(404);
    expect((await api.ask("GET", attachments)).body["attachments"]).toHaveLength(2);
    expect((await remove([])).status).toBe(400);
    expect((await remove(["memos/a"])).status).toBe(400);
    expect((await remove(Array.from({ length: 101 }, () => names[0]))).status).toBe(400);
    expect(await remove([...names, names[0]])).toMatchObject({ status: 200, body: {} });
    expect((await api.ask("GET", attachments)).body["attachments"]).toEqual([]);
  });

  test("doesn't delete other users' attachments", async () => {
    await using api = await startFileServer();
    const alices = await api.attach("a", "1");
    const bobs = await api.askBob("POST", attachments, { filename: "b", content: "eA==" });
    const names = [bobs.body["name"], alices["name"]];
    expect((await api.askBob("POST", `${attachments}:batchDelete`, { names })).status).toBe(404);
    expect((await api.askBob("GET", attachments)).body["attachments"]).toHaveLength(1);
  });
});

describe("the attachments of a memo", () => {
  test("are replaced as a set, idempotently, and what is taken off stays in the library", async () => {
    await using api = await startFileServer();
    const [a, b] = [await api.attach("a.txt", "1"), await api.attach("b.txt", "2")];
    await api.ask("POST", `${memos}?memoId=m`, { content: "x" });
    const set = (...list: Record<string, unknown>[]) =>
      api.ask("PATCH", `${memos}/m/attachments`, {
        attachments: list.map(({ name }) => ({ name })),
      });
    const names = async () =>
      (
        (await api.ask("GET", `${memos}/m/attachments`)).body["attachments"] as { name: string }[]
      ).map((each) => each.name);
    api.server.clock.nowMs += 1000;
    expect(await set(b, a, b)).toMatchObject({ status: 200, body: {} });
    expect(await names()).toEqual([b["name"], a["name"]]);
    const shown = await api.ask("GET", `${memos}/m`);
    expect(shown.body["attachments"]).toEqual([
      { ...b, memo: "memos/m" },
      { ...a, memo: "memos/m" },
    ]);
    expect(shown.body["updateTime"]).not.toBe(shown.body["createTime"]);
    api.server.clock.nowMs += 1000;
    await set(b, a);
    const again = await api.ask("GET", `${memos}/m`);
    expect(again.body).toEqual(shown.body);
    await set(a);
    expect(await names()).toEqual([a["name"]]);
    await set();
    expect(await names()).toEqual([]);
    expect((await api.ask("GET", attachments)).body["attachments"]).toHaveLength(2);
  });

  test("are set in the same transaction as the memo's creation or PATCH", async () => {
    await using api = await startFileServer();
    const a = await api.attach("a.txt", "1");
    const refs = [{ name: a["name"] }];
    const bad = [...refs, { name: "attachments/none" }];
    const none = await api.ask("POST", memos, { content: "x", attachments: bad });
    expect(none.status).toBe(404);
    expect((await api.ask("GET", memos)).body["memos"]).toEqual([]);
    const made = await api.ask("POST", `${memos}?memoId=m`, { content: "x", attachments: refs });
    expect(made.body).toMatchObject({
      attachments: [{ ...a, memo: "memos/m" }],
      resources: [
        { uid: String(a["name"]).slice(12), linkedMemos: [`memos/${String(made.body["id"])}`] },
      ],
    });
    const patch = { content: "changed", attachments: bad };
    expect((await api.ask("PATCH", `${memos}/m`, patch)).status).toBe(404);
    expect((await api.ask("GET", `${memos}/m`)).body).toMatchObject({ content: "x" });
    const both = await api.ask("PATCH", `${memos}/m`, { content: "changed", attachments: [] });
    expect(both.body).toMatchObject({ content: "changed", attachments: [] });
    await api.ask("PATCH", `${memos}/m`, { attachments: refs });
    const cleared = await api.ask("PATCH", `${memos}/m?updateMask=attachments`, {});
    expect(cleared.body["attachments"]).toEqual([]);
  });

  test("are shown in lists, each with its memo", async () => {
    await using api = await startFileServer();
    for (const id of ["m1", "m2", "m3"]) {
      api.server.clock.nowMs += 1000;
      await api.ask("POST", `${memos}?memoId=${id}`, { content: id });
    }
    await api.attach("one.txt", "1", { memo: "memos/m1" });
    await api.attach("three.txt", "3", { memo: "memos/m3" });
    await api.attach("also three.txt", "4", { memo: "memos/m3" });
    const { body } = await api.ask("GET", memos);
    const shown = (body["memos"] as { attachments: { filename: string }[] }[]).map((memo) =>
      memo.attachments.map((each) => each.filename),
    );
    expect(shown).toEqual([["three.txt", "also three.txt"], [], ["one.txt"]]);
  });

  test("move from memo to memo, which updates both memos' updateTime", async () => {
    const api = shared();
    const a = await api.attach("a.txt", "1");
    await api.ask("POST", `${memos}?memoId=from`, { attachments: [{ name: a["name"] }] });
    await api.ask("POST", `${memos}?memoId=to`, { content: "" });
    const times = async () =>
      Promise.all(
        ["from", "to"].map(
          async (id) => (await api.ask("GET", `${memos}/${id}`)).body["updateTime"],
        ),
      );
    const before = await times();
    api.server.clock.nowMs += 1000;
    const path = `/api/v1/${String(a["name"])}`;
    const moved = await api.ask("PATCH", path, { memo: "memos/to" });
    expect(moved.body["memo"]).toBe("memos/to");
    const after = await times();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    api.server.clock.nowMs += 1000;
    const off = await api.ask("PATCH", `${path}?updateMask=memo`, {});
    expect(off.body).not.toHaveProperty("memo");
    expect((await times())[1]).not.toBe(after[1]);
  });

  test("are paged", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=paged`, { content: "" });
    for (const name of ["a", "b", "c"]) await api.attach(name, name, { memo: "memos/paged" });
    const first = await api.ask("GET", `${memos}/paged/attachments?pageSize=2`);
    expect(first.body["attachments"]).toMatchObject([{ filename: "a" }, { filename: "b" }]);
    const token = String(first.body["nextPageToken"]);
    const rest = await api.ask("GET", `${memos}/paged/attachments?pageSize=2&pageToken=${token}`);
    expect(rest.body).toMatchObject({ attachments: [{ filename: "c" }], nextPageToken: "" });
  });

  test("are deleted when the memo is purged, not before", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=purged`, { content: "x" });
    const a = await api.attach("a", "1", { memo: "memos/purged" });
    await api.ask("DELETE", `${memos}/purged`);
    const path = `/api/v1/${String(a["name"])}`;
    expect((await api.ask("GET", path)).status).toBe(200);
    await api.ask("POST", `${memos}/purged:restore`);
    expect((await api.ask("GET", `${memos}/purged`)).body["attachments"]).toHaveLength(1);
    await api.ask("DELETE", `${memos}/purged?force=true`);
    expect((await api.ask("GET", path)).status).toBe(404);
  });
});

describe("another user's attachment", () => {
  test("can't be attached: it is reported as missing", async () => {
    const api = shared();
    const a = await api.attach("a.txt", "secret");
    const refs = [{ name: a["name"] }];
    await api.askBob("POST", `${memos}?memoId=bobs`, { content: "x", visibility: "PUBLIC" });
    for (const [method, path, body] of [
      ["POST", memos, { content: "x", attachments: refs }],
      ["PATCH", `${memos}/bobs`, { attachments: refs }],
      ["PATCH", `${memos}/bobs/attachments`, { attachments: refs }],
      ["PATCH", `/api/v1/${String(a["name"])}`, { memo: "memos/bobs" }],
      ["GET", `/api/v1/${String(a["name"])}`, undefined],
      ["DELETE", `/api/v1/${String(a["name"])}`, undefined],
    ] as const) {
      expect((await api.askBob(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await api.get(filePath(a), {}, await api.bob())).status).toBe(404);
    expect((await api.ask("GET", `/api/v1/${String(a["name"])}`)).body).toEqual(a);
  });

  test("is readable with a readable memo, but not writable", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=read`, { content: "x", visibility: "PROTECTED" });
    const a = await api.attach("a.txt", "shown", { memo: "memos/read" });
    const path = `/api/v1/${String(a["name"])}`;
    expect((await api.askBob("GET", path)).body).toEqual(a);
    expect((await api.askBob("GET", `${memos}/read/attachments`)).body["attachments"]).toEqual([a]);
    expect(await (await api.get(filePath(a), {}, await api.bob())).text()).toBe("shown");
    expect((await api.askBob("PATCH", path, { filename: "b" })).status).toBe(403);
    expect((await api.askBob("DELETE", path)).status).toBe(403);
    const onto = { filename: "b", content: "eA==", memo: "memos/read" };
    expect((await api.askBob("POST", attachments, onto)).status).toBe(403);
    for (const change of [{ visibility: "PRIVATE" }, { visibility: "PUBLIC", state: "ARCHIVED" }]) {
      await api.ask("PATCH", `${memos}/read`, change);
      expect((await api.askBob("GET", path)).status).toBe(404);
      expect((await api.askBob("GET", `${memos}/read/attachments`)).status).toBe(404);
      expect((await api.get(filePath(a), {}, await api.bob())).status).toBe(404);
    }
    expect((await api.get(filePath(a))).status).toBe(200);
  });
});

describe("the content of attachments", () => {
  test("is stored once, and stays while another attachment uses it", async () => {
    await using api = await startFileServer();
    const [a, b] = [await api.attach("a.txt", "same"), await api.attach("b.txt", "same")];
    expect(api.storedFiles()).toHaveLength(1);
    await api.ask("DELETE", `/api/v1/${String(a["name"])}`);
    const weekMs = 7 * 24 * 3600 * 1000;
    const sweep = () => api.server.services.attachments.sweep();
    await sweep();
    api.server.clock.nowMs += 2 * weekMs;
    await sweep();
    const bearer = String(
      (
        await api.server.ask("POST", "/api/v1/auth/signin", {
          body: { username: "alice", password: "correct horse" },
        })
      ).body["accessToken"],
    );
    expect(await (await api.get(filePath(b), {}, bearer)).text()).toBe("same");
    await api.server.ask("DELETE", `/api/v1/${String(b["name"])}`, { bearer });
    expect(await sweep()).toMatchObject({ marked: 1, removed: [] });
    api.server.clock.nowMs += weekMs - 1000;
    expect(await sweep()).toMatchObject({ removed: [] });
    expect(api.storedFiles()).toHaveLength(1);
    api.server.clock.nowMs += 2000;
    // A server that is shutting down leaves the content to the next sweep.
    const stopped = await api.server.services.attachments.sweep(AbortSignal.abort());
    expect(stopped).toEqual({ marked: 0, removed: [] });
    expect((await sweep()).removed).toHaveLength(1);
    expect(api.storedFiles()).toEqual([]);
  });

  test("that is uploaded again before the sweep stays", async () => {
    await using api = await startFileServer();
    const weekMs = 7 * 24 * 3600 * 1000;
    const a = await api.attach("a.txt", "again");
    await api.ask("DELETE", `/api/v1/${String(a["name"])}`);
    await api.server.services.attachments.sweep();
    api.server.clock.nowMs += weekMs + 1000;
    const blobs = api.server.services.files.blobs;
    const staged = await blobs.stage(
      (async function* () {
        yield Buffer.from("again");
      })(),
      100,
    );
    if (!staged.ok) throw new Error("not staged");
    await staged.value.keep();
    await staged.value[Symbol.asyncDispose]();
    expect((await api.server.services.attachments.sweep()).removed).toEqual([]);
    expect(api.storedFiles()).toHaveLength(1);
  });
});
