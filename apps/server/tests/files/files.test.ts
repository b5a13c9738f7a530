import { request } from "node:http";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import {
  filePath,
  formOf,
  photoWithPlace,
  sendEndlessly,
  shortPath,
  startFileServer,
} from "../file-client.ts";
import { shareServer } from "../shared-server.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const shared = shareServer(startFileServer);

describe("uploading a form", () => {
  /** Server that stores no file, because all its uploads fail. */
  const empty = shareServer(startFileServer);

  test("streams a file in, with the memo's name before or after it", async () => {
    const api = shared();
    await api.ask("POST", "/api/v1/memos?memoId=m", { content: "x" });
    const form = formOf("naïve 📷.txt", bytes("hello"), "text/plain");
    form.set("memo", "memos/m");
    expect(await api.upload("/file/attachments", form)).toMatchObject({
      status: 200,
      body: { filename: "naïve 📷.txt", size: "5", type: "text/plain", memo: "memos/m" },
    });
    const first = new FormData();
    first.set("memo", "memos/m");
    first.set("file", new Blob([bytes("x")]), "b.png");
    expect(await api.upload("/file/attachments", first)).toMatchObject({
      status: 200,
      body: { memo: "memos/m", type: "image/png" },
    });
  });

  test("of several megabytes stores every byte", async () => {
    const api = shared();
    const large = new Uint8Array(10 * 1024 * 1024).map((_, index) => (index * 31) % 251);
    const made = await api.upload("/file/attachments", formOf("large.bin", large));
    expect(made.body).toMatchObject({ size: String(large.length) });
    const back = new Uint8Array(await (await api.get(filePath(made.body))).arrayBuffer());
    expect(Buffer.compare(back, large)).toBe(0);
  });

  test("is rejected if it isn't a form, has no file, or names a path, and leaves no file", async () => {
    const api = empty();
    expect((await api.ask("POST", "/file/attachments", { file: "x" })).status).toBe(400);
    expect((await api.upload("/file/attachments", new FormData())).status).toBe(400);
    for (const name of ["../../up.txt", "..\\up.txt", "/etc/passwd"]) {
      const refused = await api.upload("/file/attachments", formOf(name, bytes("x")));
      expect(refused, name).toMatchObject({
        status: 400,
        body: { code: 3, details: [{ fieldViolations: [{ field: "filename" }] }] },
      });
    }
    const lost = formOf("a.txt", bytes("x"));
    lost.set("memo", "memos/none");
    expect((await api.upload("/file/attachments", lost)).status).toBe(404);
    expect(api.storedFiles()).toEqual([]);
  });

  test("that never ends is cut at the limit with 413 and leaves no file", async () => {
    const limit = 1024 * 1024;
    await using api = await startFileServer({
      attachmentLimits: () => ({ uploadBytes: limit, quotaBytesPerUser: 0 }),
    });
    for (const path of ["/file/attachments", "/api/v1/resources"]) {
      const { status } = await sendEndlessly(api, path);
      expect(status).toBe(413);
    }
    expect(api.storedFiles()).toEqual([]);
    const exact = formOf("exact.bin", new Uint8Array(limit));
    expect((await api.upload("/file/attachments", exact)).status).toBe(200);
    const over = await api.upload(
      "/file/attachments",
      formOf("over.bin", new Uint8Array(limit + 1)),
    );
    expect(over).toMatchObject({ status: 413, body: { code: 3 } });
    const content = Buffer.alloc(limit + 1).toString("base64");
    const json = await api.ask("POST", "/api/v1/attachments", { filename: "a", content });
    expect(json.status).toBe(413);
    expect(api.storedFiles()).toHaveLength(1);
  });

  test("that is interrupted leaves no file, and logs no server error", async () => {
    await using api = await startFileServer();
    const sending = request(`${api.server.url}/file/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.alice}`,
        "content-type": "multipart/form-data; boundary=x",
      },
    });
    sending.on("error", () => undefined);
    sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
    sending.write(Buffer.alloc(200_000));
    await vi.waitFor(() => expect(api.storedFiles()).toHaveLength(1));
    sending.destroy();
    await vi.waitFor(() => expect(api.storedFiles()).toEqual([]));
    expect(api.server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test.each([
    [
      "ends within a file",
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nab',
    ],
    ["is none", "nonsense"],
    ["ends within a head", '--x\r\ncontent-disposition: form-data; name="file"'],
  ])("that %s is 400, and leaves no file", async (_, body) => {
    const api = empty();
    const answer = await fetch(`${api.server.url}/file/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.alice}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 3 }]);
    expect(api.storedFiles()).toEqual([]);
  });

  test.each([
    ["before it", `filename*=UTF-8''na%C3%AFve.txt; filename="fallback.txt"`, "naïve.txt"],
    ["behind it", `filename="fallback.txt"; filename*=UTF-8''na%C3%AFve.txt`, "naïve.txt"],
    ["that is broken", `filename="fallback.txt"; filename*=UTF-8''na%EFve.txt`, "fallback.txt"],
  ])("prefers filename* over filename: %s", async (_, names, name) => {
    const api = shared();
    // The file is larger than one read and arrives in pieces, after other fields.
    const content = "x".repeat(200_000);
    const head = "--x\r\ncontent-disposition: form-data; name=";
    const body = [
      `${head}"a"\r\n\r\n${"y".repeat(50_000)}\r\n`,
      `${head}"file"; ${names}\r\n\r\n${content}\r\n--x--\r\n`,
    ].join("");
    const answer = await fetch(`${api.server.url}/file/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.alice}`,
        "content-type": 'multipart/form-data; boundary="x"',
      },
      body,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ filename: name, size: String(content.length) });
  });

  test("accepts one file at a time", async () => {
    const api = empty();
    const form = formOf("a.txt", bytes("a"));
    form.append("file", new Blob([bytes("b")]), "b.txt");
    expect((await api.upload("/file/attachments", form)).status).toBe(400);
    expect(api.storedFiles()).toEqual([]);
  });

  test("is 413 beyond the user's quota", async () => {
    await using api = await startFileServer({
      attachmentLimits: () => ({ uploadBytes: 1000, quotaBytesPerUser: 10 }),
    });
    await api.attach("a", "123456");
    const refused = await api.upload("/file/attachments", formOf("b", bytes("12345")));
    expect(refused.status).toBe(413);
    expect(JSON.stringify(refused.body)).toContain("4 bytes of your storage are left");
    expect((await api.upload("/file/attachments", formOf("b", bytes("1234")))).status).toBe(200);
    expect(
      (await api.upload("/file/attachments", formOf("b", bytes("123")), await api.bob())).status,
    ).toBe(200);
  });

  test("requires a credential that may write, and rejects another site's form", async () => {
    const api = shared();
    const post = (headers: Record<string, string>) =>
      fetch(`${api.server.url}/file/attachments`, {
        method: "POST",
        headers,
        body: formOf("a", bytes("x")),
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: "Bearer nonsense" })).status).toBe(401);
    const signedIn = await api.server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password: "correct horse" },
    });
    const cookie = /tidemark_session=[^;]*/.exec(signedIn.headers.get("set-cookie") ?? "")?.[0];
    const foreign = { cookie: cookie ?? "", origin: "https://evil.example" };
    expect((await post(foreign)).status).toBe(403);
    expect((await post({ cookie: cookie ?? "" })).status).toBe(200);
  });
});

describe("downloading", () => {
  test("responds to ranges with 206, and to an unsatisfiable one with 416", async () => {
    const api = shared();
    const made = await api.attach("a.txt", "0123456789");
    const part = async (range: string) => {
      const answer = await api.get(filePath(made), { range });
      return [answer.status, answer.headers.get("content-range"), await answer.text()];
    };
    expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await part("bytes=8-")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=5-99")).toEqual([206, "bytes 5-9/10", "56789"]);
    for (const range of ["bytes=10-", "bytes=-0", "bytes=nonsense", "bytes=4-2", "bytes=--1"]) {
      expect(await part(range), range).toEqual([416, "bytes */10", ""]);
    }
    for (const range of ["lines=1-2", "nonsense", "bytes=0-1,4-5"]) {
      expect(await part(range), range).toEqual([200, null, "0123456789"]);
    }
  });

  test("responds with 304 if the ETag matches the content's hash", async () => {
    const api = shared();
    const made = await api.attach("a.txt", "hello");
    const first = await api.get(filePath(made));
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toBe('"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"');
    for (const match of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await api.get(filePath(made), { "if-none-match": match });
      expect([again.status, await again.text()], match).toEqual([304, ""]);
    }
    expect((await api.get(filePath(made), { "if-none-match": '"x"' })).status).toBe(200);
    const range = { range: "bytes=0-1" };
    expect((await api.get(filePath(made), { ...range, "if-range": etag })).status).toBe(206);
    expect((await api.get(filePath(made), { ...range, "if-range": '"x"' })).status).toBe(200);
  });

  test("by HEAD returns the headers of GET", async () => {
    const api = shared();
    const made = await api.attach("a.png", "hello");
    const answer = await api.get(filePath(made), {}, api.alice, "HEAD");
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-length": "5",
      "content-type": "image/png",
      "accept-ranges": "bytes",
    });
    expect(await answer.text()).toBe("");
  });

  test.each([
    ["a.svg", "image/svg+xml"],
    ["a.html", "text/html"],
    ["a.xhtml", "application/xhtml+xml"],
    ["a.xml", "text/xml"],
    ["a.js", "text/javascript"],
    ["a.txt", "text/html; charset=utf-8"],
    ["a.json", "application/ld+json"],
    ["a.png", "image/svg+xml; charset=utf-8"],
    ["a.png", "text/html;a=image/png"],
  ])("never shows %s of type %s inline", async (filename, type) => {
    const api = shared();
    // Each row has its own content, because thumbnails are cached by content.
    const content = `<svg onload='alert(1)'/><!-- ${filename} ${type} -->`;
    const made = await api.attach(filename, content, { type });
    for (const query of ["", "?thumbnail=true"]) {
      const { headers } = await api.get(filePath(made, query));
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("content-disposition")).toMatch(/^attachment;/);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toMatch(/^private/);
    }
  });

  test.each([
    ["text/plain", "naïve 📷"],
    ["text/markdown", "# tide"],
    ["text/csv", "a,b"],
    ["application/json", '{"tide":"é"}'],
    ["text/plain", ""],
    // Reading only the first MiB would cut the last character in two.
    ["text/plain", `${"x".repeat(1024 * 1024 - 1)}é and more`],
  ])("serves %s as what it is, in UTF-8, as a download in a sandbox", async (type, text) => {
    const api = shared();
    const made = await api.attach("a", text, { type });
    const answer = await api.get(filePath(made));
    const { headers } = answer;
    expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe(text);
    if (text === "") return;
    const part = await api.get(filePath(made), { range: "bytes=0-0" });
    expect(part.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
  });

  test.each([
    ["Latin-1", Buffer.from("na\u00efve", "latin1")],
    ["UTF-16", Buffer.from("\ufefftide", "utf16le")],
    ["a character that breaks off", Buffer.from("tide \u00e9").subarray(0, -1)],
  ])("says no charset of text that is not UTF-8: %s", async (_, bytes) => {
    const api = shared();
    const made = await api.attach("a.txt", bytes, { type: "text/plain; charset=utf-8" });
    const { headers } = await api.get(filePath(made));
    expect(headers.get("content-type")).toBe("text/plain");
  });

  test.each(["image/jpeg", "image/webp", "audio/mpeg", "video/mp4", "application/pdf"])(
    "shows %s inline, never to be sniffed or kept by a proxy",
    async (type) => {
      const api = shared();
      const { headers } = await api.get(filePath(await api.attach("a", "x", { type })));
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("content-disposition")).toMatch(/^inline;/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toMatch(/^private/);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    },
  );

  test("isn't compressed, so that ranges match the file", async () => {
    const api = shared();
    const made = await api.attach("a.txt", "x".repeat(5000), { type: "image/bmp" });
    const answer = await api.get(filePath(made), { "accept-encoding": "gzip" });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-length")).toBe("5000");
  });

  test("without a credential is 401; with a share's token shows that memo's files only", async () => {
    await using api = await startFileServer({
      resolveShare: async (token) => (token === "good" ? "m" : null),
    });
    await api.ask("POST", "/api/v1/memos?memoId=m", { content: "x" });
    await api.ask("POST", "/api/v1/memos?memoId=open", { content: "x", visibility: "PUBLIC" });
    const shared = await api.attach("a.txt", "shared", { memo: "memos/m" });
    const other = await api.attach("b.txt", "other");
    const open = await api.attach("c.txt", "open", { memo: "memos/open" });
    const status = async (path: string) => (await api.get(path, {}, "")).status;
    expect(await status(filePath(shared))).toBe(401);
    expect(await status(filePath(shared, "?share_token=good"))).toBe(200);
    expect(await status(shortPath(shared))).toBe(401);
    expect(await status(shortPath(shared, "?share_token=good"))).toBe(200);
    expect(await status(shortPath(shared, "?share_token=bad"))).toBe(404);
    expect(await status(shortPath(other, "?share_token=good"))).toBe(404);
    expect(await status(filePath(shared, "?share_token=bad"))).toBe(404);
    expect(await status(filePath(other, "?share_token=good"))).toBe(404);
    expect(await status(filePath(open, "?share_token=bad"))).toBe(404);
  });
});

test("with public access, the files of public memos are public", async () => {
  await using api = await startFileServer();
  await api.ask("POST", "/api/v1/memos?memoId=open", { content: "x", visibility: "PUBLIC" });
  await api.ask("POST", "/api/v1/memos?memoId=mine", { content: "x" });
  const open = await api.attach("a.txt", "open", { memo: "memos/open" });
  const mine = await api.attach("b.txt", "mine", { memo: "memos/mine" });
  const loose = await api.attach("c.txt", "loose");
  const statuses = async () =>
    Promise.all(
      [
        filePath(open),
        filePath(mine),
        filePath(loose),
        `/api/v1/${String(open["name"])}`,
        "/api/v1/memos/open/attachments",
        "/api/v1/attachments",
      ].map(async (path) => (await api.get(path, {}, "")).status),
    );
  expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401]);
  await api.ask("PATCH", "/api/v1/instance/settings/GENERAL", {
    generalSetting: { publicAccess: true },
  });
  expect(await statuses()).toEqual([200, 401, 401, 200, 200, 401]);

  // Other sites may embed only public files, no matter which credential is sent.
  const policies = async (token?: string) =>
    Promise.all(
      [filePath(open), filePath(open, "?thumbnail=true"), filePath(mine), filePath(loose)].map(
        async (path) =>
          (await api.get(path, {}, token)).headers.get("cross-origin-resource-policy"),
      ),
    );
  const [anybody, own] = ["cross-origin", "same-origin"];
  expect(await policies()).toEqual([anybody, anybody, own, own]);
  expect(await policies("")).toEqual([anybody, anybody, own, own]);
  const etag = (await api.get(filePath(open))).headers.get("etag") ?? "";
  const unchanged = await api.get(filePath(open), { "if-none-match": etag });
  expect([unchanged.status, unchanged.headers.get("cross-origin-resource-policy")]).toEqual([
    304,
    anybody,
  ]);
  await api.ask("PATCH", "/api/v1/memos/open", { state: "ARCHIVED" });
  expect(await policies()).toEqual([own, own, own, own]);
  await api.ask("PATCH", "/api/v1/memos/open", { state: "NORMAL" });
  await api.ask("PATCH", "/api/v1/instance/settings/GENERAL", {
    generalSetting: { publicAccess: false },
  });
  expect(await policies()).toEqual([own, own, own, own]);
});

test("a new limit of the instance applies immediately, to forms and JSON", async () => {
  await using api = await startFileServer();
  await api.ask("PATCH", "/api/v1/instance/settings/STORAGE", {
    storageSetting: { uploadSizeLimitBytes: 1000 },
  });
  const over = new Uint8Array(1001);
  expect((await api.upload("/file/attachments", formOf("a", over))).status).toBe(413);
  for (const size of [1001, 200_000]) {
    const content = Buffer.alloc(size).toString("base64");
    const json = await api.ask("POST", "/api/v1/attachments", { filename: "a", content });
    expect(json).toMatchObject({ status: 413, body: { code: 3 } });
  }
});

describe("a file without its name in the address", () => {
  test("is answered as with it: whole, in part, small, and to HEAD", async () => {
    const api = shared();
    const made = await api.attach("tide & time.jpg", await photoWithPlace());
    const isOfAnswer = ([name]: [string, string]): boolean =>
      !/^(?:date|x-ratelimit|x-request-id|server-timing)/.test(name);
    const answerOf = async (path: string, headers = {}, method = "GET") => {
      const answer = await api.get(path, headers, undefined, method);
      const bytes = Buffer.from(await answer.arrayBuffer()).toString("base64");
      return [answer.status, bytes, [...answer.headers].filter(isOfAnswer)];
    };
    for (const [query, headers, method] of [
      ["", {}, "GET"],
      ["", { range: "bytes=2-9" }, "GET"],
      ["?thumbnail=true", {}, "GET"],
      ["?thumbnail", {}, "HEAD"],
      ["?motion=true", {}, "GET"],
      ["", {}, "HEAD"],
    ] as const) {
      const named = await answerOf(filePath(made, query), headers, method);
      expect(await answerOf(shortPath(made, query), headers, method)).toEqual(named);
    }
    expect((await answerOf(shortPath(made)))[0]).toBe(200);
    expect((await api.get("/file/attachments/none")).status).toBe(404);
    expect((await api.get(shortPath(made, "?thumbnail=perhaps"))).status).toBe(400);
    // Like the path with the name, this one has no other method.
    expect((await api.get(shortPath(made), {}, undefined, "DELETE")).status).toBe(404);
  });
});

describe("a thumbnail", () => {
  test("is at most 600 pixels on each side, rotated upright, and has its own filename", async () => {
    const api = shared();
    const made = await api.attach("a.jpg", await photoWithPlace(6));
    for (let round = 0; round < 2; round += 1) {
      const answer = await api.get(filePath(made, "?thumbnail=true"));
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("etag")).toMatch(/-thumbnail"$/);
      const image = await sharp(await answer.arrayBuffer()).metadata();
      expect([image.width, image.height]).toEqual([200, 600]);
    }
    const etag = (await api.get(filePath(made, "?thumbnail"))).headers.get("etag") ?? "";
    const again = await api.get(filePath(made, "?thumbnail=1"), { "if-none-match": etag });
    expect(again.status).toBe(304);
  });

  test("of a corrupt picture, a fake one and a text falls back to the file", async () => {
    const api = shared();
    const whole = await photoWithPlace();
    for (const [filename, content] of [
      ["cut.jpg", whole.subarray(0, 400)],
      ["none.png", Buffer.from("not a picture")],
      [
        "drawing.png",
        Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
      ],
      ["a.txt", Buffer.from("text")],
    ] as const) {
      const made = await api.attach(filename, content);
      for (let round = 0; round < 2; round += 1) {
        const answer = await api.get(filePath(made, "?thumbnail=true"));
        expect(answer.status, filename).toBe(200);
        expect((await answer.arrayBuffer()).byteLength, filename).toBe(content.length);
      }
    }
  });
});

describe("what a camera writes into a picture", () => {
  test("is stripped from stored files unless the user keeps it, except the orientation", async () => {
    const api = shared();
    const photo = await photoWithPlace(6);
    const made = await api.attach("a.jpg", photo);
    expect(made).not.toHaveProperty("mediaMetadata");
    const stored = Buffer.from(await (await api.get(filePath(made))).arrayBuffer());
    expect(stored).toHaveLength(photo.length);
    expect(stored.includes("Acme")).toBe(false);
    const image = await sharp(stored).metadata();
    expect([image.orientation, image.width, image.height]).toEqual([6, 900, 300]);
    const pixels = (from: Uint8Array) => sharp(from).raw().toBuffer();
    expect(Buffer.compare(await pixels(stored), await pixels(photo))).toBe(0);
  });

  test("is kept and shown when the user says so", async () => {
    await using api = await startFileServer({
      keepsMediaMetadata: async (user) => user === "users/alice",
    });
    const photo = await photoWithPlace(6);
    const made = await api.attach("a.jpg", photo);
    expect(made["mediaMetadata"]).toEqual({
      width: 300,
      height: 900,
      photo: {
        captureTime: { localDateTime: "2024-05-06T07:08:09", utcOffset: "+02:00" },
        location: { latitude: 52.5, longitude: -13.25 },
        sourceExifOrientation: 6,
        cameraMake: "Acme",
        cameraModel: "X1",
        fNumber: 2.8,
        exposureTimeSeconds: 0.02,
      },
    });
    const stored = Buffer.from(await (await api.get(filePath(made))).arrayBuffer());
    expect(Buffer.compare(stored, photo)).toBe(0);
    expect((await api.ask("GET", `/api/v1/${String(made["name"])}`)).body).toEqual(made);
  });

  test("may be told by the client instead", async () => {
    const api = shared();
    const mediaMetadata = {
      width: 4,
      height: 3,
      photo: { iso: 100 },
      video: { durationSeconds: 2.5 },
    };
    const motionMedia = { family: 1, role: "STILL", groupId: "g" };
    const made = await api.attach("a.jpg", "x", { mediaMetadata, motionMedia });
    expect(made).toMatchObject({
      mediaMetadata,
      motionMedia: {
        family: "APPLE_LIVE_PHOTO",
        role: "STILL",
        groupId: "g",
        presentationTimestampUs: "0",
        hasEmbeddedVideo: false,
      },
    });
  });
});

describe("a moving picture", () => {
  test("of an Android camera is found, and its video is served", async () => {
    const api = shared();
    const video = Buffer.concat([
      Buffer.from([0, 0, 0, 16]),
      Buffer.from("ftypmp42\0\0\0\0"),
      Buffer.from("rest"),
    ]);
    const xmp = Buffer.from(
      `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description GCamera:MotionPhoto="1" GCamera:MotionPhotoPresentationTimestampUs="500123"><Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li><rdf:li><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="${video.length}"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></x:xmpmeta>`,
    );
    const plain = Buffer.from(await photoWithPlace());
    const segment = Buffer.alloc(4);
    segment.writeUInt16BE(0xffe1, 0);
    segment.writeUInt16BE(xmp.length + 2, 2);
    const picture = Buffer.concat([plain.subarray(0, 2), segment, xmp, plain.subarray(2), video]);
    const made = await api.attach("MV.jpg", picture);
    expect(made["motionMedia"]).toEqual({
      family: "ANDROID_MOTION_PHOTO",
      role: "CONTAINER",
      groupId: "",
      presentationTimestampUs: "500123",
      hasEmbeddedVideo: true,
    });
    const answer = await api.get(filePath(made, "?motion=true"));
    expect(answer.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), video)).toBe(0);
    const byId = await api.get(shortPath(made, "?motion=true"));
    expect(Buffer.compare(Buffer.from(await byId.arrayBuffer()), video)).toBe(0);
    const part = await api.get(filePath(made, "?motion=true"), { range: "bytes=4-7" });
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
    const none = await api.attach("still.jpg", plain);
    expect((await api.get(filePath(none, "?motion=true"))).status).toBe(404);
  });

  test("of an iPhone is two files of one name, paired on their memo", async () => {
    const api = shared();
    const still = await api.attach("IMG_1.HEIC", "a", { type: "image/heic" });
    const film = await api.attach("IMG_1.mov", "b", { type: "video/quicktime" });
    const lone = await api.attach("IMG_2.mov", "c", { type: "video/quicktime" });
    const made = await api.ask("POST", "/api/v1/memos", {
      attachments: [still, film, lone].map(({ name }) => ({ name })),
    });
    const groupId = String(still["name"]).slice("attachments/".length);
    const [one, two, three] = made.body["attachments"] as Record<string, unknown>[];
    expect(one).toMatchObject({
      motionMedia: { family: "APPLE_LIVE_PHOTO", role: "STILL", groupId },
    });
    expect(two).toMatchObject({
      motionMedia: { family: "APPLE_LIVE_PHOTO", role: "VIDEO", groupId },
    });
    expect(three).not.toHaveProperty("motionMedia");
  });
});
