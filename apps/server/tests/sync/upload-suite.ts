import { request } from "node:http";
import { appError, AppFailure } from "@tidemark/core";
import { describe, expect, test, vi } from "vitest";
import { type FileServer, startFileServer } from "../file-client.ts";
import { hashOf, locationOf, type Sent, text, tus } from "./tus-client.ts";

export interface UploadPlace {
  readonly openFilesOf: Required<NonNullable<Parameters<typeof startFileServer>[1]>>["openFilesOf"];
  /** Advances time until unfinished uploads have expired. */
  letWeekPass(api: FileServer): Promise<void>;
}

/** Defines the tests of uploads for one place where pieces are collected. */
export function describeUploads(where: string, place: UploadPlace): void {
  const start = (options: Parameters<typeof startFileServer>[0] = {}) =>
    startFileServer(options, place);

  describe(`a file that a device uploads, collected ${where},`, () => {
    test("arrives in pieces, is inspected, and is stored under its hash", async () => {
      await using api = await start();
      const { create, send, head, arriving } = tus(api);
      const bytes = text(100_000);
      const path = locationOf(await create(bytes));
      expect((await send(path, 0, bytes.slice(0, 90_000))).status).toBe(204);
      expect((await head(path)).headers.get("upload-offset")).toBe("90000");
      expect(await stored(api)).toEqual([]);
      expect((await send(path, 90_000, bytes.slice(90_000))).status).toBe(204);
      expect(await stored(api)).toEqual([hashOf(bytes)]);
      expect(await arriving()).toBe(0);
      expect((await head(path)).status).toBe(404);
    });

    test("is rejected and discarded if its bytes don't match the declaration", async () => {
      await using api = await start();
      const { create, send, arriving } = tus(api);
      const bytes = text(1000);
      const path = locationOf(await create(bytes));
      const broken = bytes.slice();
      broken[500] = 0;
      const refused = await send(path, 0, broken);
      expect(refused.status).toBe(460);
      expect(await refused.json()).toEqual({
        code: "INVALID_ARGUMENT",
        message: "sha256: the content doesn't match its declared hash; send it again",
      });
      expect(await stored(api)).toEqual([]);
      expect(await arriving()).toBe(0);
    });

    test("requires a name, a type, a hash and a size, within the limits", async () => {
      await using api = await start({
        attachmentLimits: () => ({ uploadBytes: 1000, quotaBytesPerUser: 1500 }),
      });
      const { create, arriving } = tus(api);
      const bytes = text(10);
      const status = async (sent: Sent): Promise<number> => (await create(bytes, sent)).status;
      expect(await status({ filename: "../x" })).toBe(400);
      expect(await status({ filename: "" })).toBe(400);
      expect(await status({ type: "no type" })).toBe(400);
      expect(await status({ sha256: "abc" })).toBe(400);
      expect(await status({ length: null })).toBe(400);
      expect(await status({ length: 1001 })).toBe(413);
      await api.attach("a.txt", text(800));
      expect(await status({ length: 701 })).toBe(413);
      expect(await status({ length: 700 })).toBe(201);
      expect(await arriving()).toBe(1);
    });

    test("is accessible only to its sender while it arrives, and not without a credential", async () => {
      await using api = await start();
      const { create, send, head } = tus(api);
      const bytes = text(10);
      expect((await create(bytes, { bearer: "" })).status).toBe(401);
      const path = locationOf(await create(bytes));
      const bob = await api.bob();
      expect((await head(path, bob)).status).toBe(404);
      expect((await send(path, 0, bytes, bob)).status).toBe(404);
      expect((await send(path, 0, bytes, "")).status).toBe(401);
      expect((await send(path, 0, bytes)).status).toBe(204);
    });

    test("is 404 for others like a missing one, with any suffix after its id", async () => {
      await using api = await start();
      const { create, send, head, end, arriving } = tus(api);
      const bytes = text(10);
      const path = locationOf(await create(bytes));
      await send(path, 0, bytes.slice(0, 4));
      const answers = async (to: string, bearer?: string): Promise<unknown[]> => {
        const gone = await end(to, bearer);
        const sent = await send(to, 4, bytes.slice(4), bearer);
        return [(await head(to, bearer)).status, gone.status, await gone.text()].concat(
          sent.status,
          await sent.text(),
        );
      };
      const never = await answers(`/sync/blobs/${"0".repeat(32)}`);
      expect(never[0]).toBe(404);
      const bob = await api.bob();
      expect(await answers(path, bob)).toEqual(never);
      for (const suffix of [".json", "%2ejson", "%0a", ".", "0", "%F0%9F%8C%8A"]) {
        for (const bearer of [bob, undefined]) {
          expect([suffix, await answers(path + suffix, bearer)]).toEqual([suffix, never]);
        }
      }
      expect(await answers(path.toUpperCase().replace("/SYNC/BLOBS", "/sync/blobs"), bob)).toEqual(
        never,
      );
      expect(await arriving()).toBe(1);
      expect((await send(path, 4, bytes.slice(4))).status).toBe(204);
      expect(await stored(api)).toEqual([hashOf(bytes)]);
    });

    test("resumes where its connection died, even in small pieces", async () => {
      await using api = await start();
      const { create, send, head } = tus(api);
      const bytes = text(3_000_000);
      const path = locationOf(await create(bytes));
      let at = 0;
      for (const length of [1, 700_000, 1, 1_400_000, 13]) {
        expect((await send(path, at, bytes.slice(at, at + length))).status).toBe(204);
        at += length;
        expect((await head(path)).headers.get("upload-offset")).toBe(String(at));
      }
      await sendCut(api, path, {
        at,
        bytes: bytes.subarray(at, at + 300_000),
        length: bytes.length - at,
      });
      // A busy server may not yet have stored everything received before the cut.
      await vi.waitFor(async () => {
        const kept = Number((await head(path)).headers.get("upload-offset"));
        expect(kept).toBeGreaterThan(at);
        expect((await send(path, at, bytes.slice(at))).status).toBe(409);
        expect((await send(path, kept, bytes.slice(kept))).status).toBe(204);
      }, 20_000);
      expect(await stored(api)).toEqual([hashOf(bytes)]);
    });

    test("is deleted when its device cancels it", async () => {
      await using api = await start();
      const { create, send, head, end, arriving } = tus(api);
      const path = locationOf(await create(text(10)));
      await send(path, 0, text(4));
      expect((await end(path)).status).toBe(204);
      expect(await arriving()).toBe(0);
      expect((await head(path)).status).toBe(404);
      expect((await send(path, 4, text(6))).status).toBe(404);
    });

    test("is finished by the next request if the content store was missing during the last", async () => {
      await using api = await start();
      const { create, send, head, arriving } = tus(api);
      const bytes = text(10);
      const path = locationOf(await create(bytes));
      const failure = new AppFailure(appError("UNAVAILABLE", "the file store isn't responding"));
      vi.spyOn(api.server.services.files.blobs, "stage").mockRejectedValueOnce(failure);
      const refused = await send(path, 0, bytes);
      expect([refused.status, await refused.json()]).toEqual([
        503,
        { code: "UNAVAILABLE", message: "the file store isn't responding" },
      ]);
      expect(await arriving()).toBe(1);
      expect((await head(path)).status).toBe(404);
      expect(await stored(api)).toEqual([hashOf(bytes)]);
      expect(await arriving()).toBe(0);
    });

    test("expires after seven days if it is never finished", async () => {
      await using api = await start();
      const { create, arriving } = tus(api);
      await create(text(10));
      expect(await api.server.services.files.uploads.expire()).toBe(0);
      expect(await arriving()).toBe(1);
      await place.letWeekPass(api);
      expect(await api.server.services.files.uploads.expire()).toBe(1);
      expect(await arriving()).toBe(0);
    });
  });
}

async function stored({ server }: FileServer): Promise<string[]> {
  const hashes: string[] = [];
  for await (const hash of server.services.files.blobs.list()) hashes.push(hash);
  return hashes;
}

/** Sends part of the declared bytes, then closes the connection. */
function sendCut(
  { server, alice }: FileServer,
  path: string,
  { at, bytes, length }: { at: number; bytes: Uint8Array; length: number },
): Promise<void> {
  const sending = request(server.url + path, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${alice}`,
      "tus-resumable": "1.0.0",
      "upload-offset": String(at),
      "content-type": "application/offset+octet-stream",
      "content-length": String(length),
    },
  });
  const cut = Promise.withResolvers<void>();
  sending.on("error", () => cut.resolve());
  sending.on("close", () => cut.resolve());
  sending.write(bytes, () => setTimeout(() => sending.destroy(), 100));
  return cut.promise;
}
