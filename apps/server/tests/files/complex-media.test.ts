import { expect, test } from "vitest";
import { formOf, startFileServer } from "../file-client.ts";
import { locationOf, tus } from "../sync/tus-client.ts";

/** Returns a PNG with unusually many chunks. */
function pngOfChunks(): Uint8Array<ArrayBuffer> {
  const chunks = Buffer.alloc(1_200_000, Buffer.from("\0\0\0\0tEXtcrc!", "latin1"));
  const content = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunks]);
  return new Uint8Array(content);
}

const refusal = /^file: its structure is too complex to remove its metadata; save it with/;

test("a file that is too complex to strip is rejected with a message, and not stored", async () => {
  await using api = await startFileServer({ keepsMediaMetadata: async () => false });
  const content = pngOfChunks();
  const formed = await api.upload("/file/attachments", formOf("a.png", content, "image/png"));
  const asJson = await api.ask("POST", "/api/v1/attachments", {
    filename: "a.png",
    content: Buffer.from(content).toString("base64"),
  });
  for (const { status, body } of [formed, asJson]) {
    expect([status, body["code"], body["message"]]).toEqual([
      400,
      3,
      expect.stringMatching(refusal),
    ]);
  }
  const { create, send } = tus(api);
  const more = { filename: "a.png", type: "image/png" };
  const sent = await send(locationOf(await create(content, more)), 0, content);
  expect(sent.status).toBe(400);
  expect(api.storedFiles()).toEqual([]);
});

test("a file that is too complex to read is stored if nothing needs stripping", async () => {
  await using api = await startFileServer({ keepsMediaMetadata: async () => true });
  const made = await api.attach("a.png", pngOfChunks());
  expect(made).toMatchObject({ filename: "a.png", type: "image/png" });
  expect(made).not.toHaveProperty("mediaMetadata");
  expect(api.storedFiles()).toHaveLength(1);
});
