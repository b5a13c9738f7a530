import { Agent, request } from "node:http";
import { correctSizes } from "@tidemark/core/attachment";
import type { MotionMedia } from "@tidemark/core/model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filePath, type FileServer, startFileServer } from "../file-client.ts";
import { openSyncDevice, stampAt, type SyncDevice } from "../sync-device.ts";
import { hashOf, locationOf, text, tus } from "../sync/tus-client.ts";

// A device sends a file's length, its type, and the position of a video in it. The server must not trust
// them: a body longer than its Content-Length would be read as the next response on a shared connection.

const plain = new TextEncoder().encode(
  `${"A".repeat(1000)}HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nATTACKER`,
);

let api: FileServer;
let device: SyncDevice;
beforeAll(async () => {
  api = await startFileServer();
  device = await openSyncDevice(api.server, "alice");
});
afterAll(() => api[Symbol.asyncDispose]());

function put(entity: string, sha256: string, more: Record<string, unknown>) {
  const atMs = api.server.clock.nowMs;
  return {
    kind: "attachment.put",
    entity,
    stamp: stampAt(atMs),
    creator: "users/alice",
    createdMs: atMs,
    updatedMs: atMs,
    filename: `${entity}.txt`,
    type: "text/plain",
    sizeBytes: 5,
    sha256,
    externalLink: "",
    memo: null,
    position: 0,
    motion: null,
    metadata: null,
    stamps: { filename: stampAt(atMs), link: stampAt(atMs) },
    ...more,
  };
}

const video = (embeddedVideoStart: number, embeddedVideoEnd: number): MotionMedia => ({
  family: "ANDROID_MOTION_PHOTO",
  role: "CONTAINER",
  groupId: "",
  presentationTimestampUs: "0",
  hasEmbeddedVideo: true,
  embeddedVideoStart,
  embeddedVideoEnd,
});

/** Sends two requests over one connection and returns both bodies. */
async function askOnOneConnection(first: string, second: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string): Promise<string> =>
    new Promise((done, fail) => {
      const headers = { authorization: `Bearer ${api.alice}` };
      const asked = request(`${api.server.url}${path}`, { agent, headers }, (answer) => {
        let body = "";
        answer.on("data", (part: Buffer) => (body += part.toString()));
        answer.on("end", () => done(body));
        answer.on("error", fail);
      });
      asked.on("error", fail).end();
    });
  const answers = await Promise.all([ask(first), ask(second)]);
  agent.destroy();
  return answers;
}

describe("of content uploaded by REST", () => {
  test.each([0, 10, plain.length - 50, 1_000_000, Number.MAX_SAFE_INTEGER])(
    "a stated length of %i bytes is ignored",
    async (sizeBytes) => {
      await api.attach("a.txt", plain);
      const entity = `stated-${sizeBytes}`;
      const pushed = await device.push(put(entity, hashOf(plain), { sizeBytes }));
      expect(pushed.code).toBe("applied");
      const name = `attachments/${entity}`;
      const known = await api.ask("GET", `/api/v1/${name}`);
      expect(known.body["size"]).toBe(String(plain.length));
      const [file, me] = await askOnOneConnection(filePath(known.body), "/api/v1/auth/me");
      expect(file).toBe(new TextDecoder().decode(plain));
      expect(JSON.parse(me ?? "")).toMatchObject({ user: { username: "alice" } });
    },
  );

  test("the quota counts the stored size", async () => {
    const attachmentLimits = () => ({ uploadBytes: 100_000, quotaBytesPerUser: 3000 });
    await using small = await startFileServer({ attachmentLimits });
    const sender = await openSyncDevice(small.server, "alice");
    await small.attach("a.txt", plain);
    const again = (entity: string) =>
      sender.push(put(entity, hashOf(plain), { sizeBytes: 0 })).then(({ code }) => code);
    expect([await again("one"), await again("two")]).toEqual(["applied", "too-large"]);
  });
});

describe("the position of a video in a picture", () => {
  test.each([
    [50, 5],
    [80, 9_000_000],
    [0, plain.length],
  ])("isn't accepted from a device: %i to %i", async (start, end) => {
    const sent = text(200 + start);
    const { create, send } = tus(api);
    await send(locationOf(await create(sent)), 0, sent);
    const entity = `moves-${start}`;
    const motion = video(start, end);
    expect((await device.push(put(entity, hashOf(sent), { motion }))).code).toBe("applied");
    const laterStamp = stampAt(api.server.clock.nowMs + 1000);
    const set = {
      kind: "attachment.set",
      entity,
      stamp: laterStamp,
      updatedMs: api.server.clock.nowMs,
      link: { memo: null, position: 1 },
      motion,
    };
    expect((await device.push(set)).code).toBe("applied");
    const known = await api.ask("GET", `/api/v1/attachments/${entity}`);
    expect(known.body).not.toHaveProperty("motionMedia");
    expect((await api.get(filePath(known.body, "?motion=true"))).status).toBe(404);
  });

  test("isn't accepted from a script", async () => {
    const made = await api.ask("POST", "/api/v1/attachments", {
      filename: "a.jpg",
      content: Buffer.from("no picture").toString("base64"),
      motionMedia: { ...video(1, 9), embeddedVideoStart: undefined, embeddedVideoEnd: undefined },
    });
    expect(made).toMatchObject({ status: 200, body: { motionMedia: { hasEmbeddedVideo: false } } });
    expect((await api.get(filePath(made.body, "?motion=true"))).status).toBe(404);
  });
});

test("content stored by an older version is served in full, and corrected", async () => {
  const { database, files } = api.server.services;
  const made = await api.attach("kept.txt", plain);
  const id = String(made["name"]).replace("attachments/", "");
  await database.write(async ({ attachments }) => {
    const row = await attachments.find(id);
    if (row === null) throw new Error("it is not there");
    const { number: _number, ...kept } = row;
    await attachments.update({ ...kept, sizeBytes: 3, motion: video(1, 9_000_000) });
  });
  expect(await (await api.get(filePath(made))).text()).toBe(new TextDecoder().decode(plain));
  expect((await api.get(filePath(made, "?motion=true"))).status).toBe(404);
  expect(await correctSizes(database, files.blobs)).toBe(1);
  const corrected = await api.ask("GET", `/api/v1/${String(made["name"])}`);
  expect(corrected.body["size"]).toBe(String(plain.length));
  expect(corrected.body).not.toHaveProperty("motionMedia");
  const pulled = (await device.pull()).find((row) => row["id"] === id);
  expect(pulled).toMatchObject({ sizeBytes: plain.length, motion: null });
  expect(await correctSizes(database, files.blobs)).toBe(0);
});
