import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { type HttpServer, memosPath } from "../http-server.ts";
import { runLoad } from "../load.ts";
import { corpusNeedles, corpusTags } from "../corpus.ts";

const durationS = 10;
const uploads = 100;
const thumbnails = 20;
/** Sides of a picture of noise whose bytes are about 1 MB. */
const side = 590;

const attachmentSchema = z.object({ name: z.string(), filename: z.string() });

/**
 * What a server is put through before its memory is looked at, the same every time: ten seconds each of
 * getting, listing, a tag, a text and writing, a hundred uploads of 1 MB, small versions of twenty.
 */
export async function runMixedLoad(server: HttpServer, ids: readonly string[]): Promise<void> {
  const { bearer } = server;
  const gets = ids.map((id) => ({ path: `/api/v1/memos/${id}` }));
  const body = JSON.stringify({ content: "a memo of the mixed load #work" });
  const loads = [
    gets,
    [{ path: memosPath("") }],
    [{ path: memosPath(`"${corpusTags.common}" in tags`) }],
    [{ path: memosPath(`content.contains("${corpusNeedles.rare}")`) }],
    [{ method: "POST" as const, path: "/api/v1/memos", body }],
  ];
  for (const requests of loads) await runLoad(server, requests, { bearer, durationS });
  const files = [];
  for (let n = 0; n < uploads; n += 1) files.push(await upload(server, `noise-${n}.png`));
  for (const { name, filename } of files.slice(0, thumbnails)) {
    await answerOf(server, `/file/${name}/${filename}?thumbnail=true`);
  }
}

async function upload(server: HttpServer, filename: string) {
  const content = noisePng().toString("base64");
  const body = JSON.stringify({ filename, type: "image/png", content });
  return parseJson(attachmentSchema, await answerOf(server, "/api/v1/attachments", body));
}

async function answerOf(server: HttpServer, path: string, body?: string): Promise<string> {
  const answer = await fetch(new URL(path, server.url), {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${server.bearer}`, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}

/** A picture that nothing makes smaller: noise, three bytes a pixel. */
function noisePng(): Buffer {
  const row = (): Buffer => Buffer.concat([Buffer.alloc(1), randomBytes(side * 3)]);
  const pixels = Buffer.concat(Array.from({ length: side }, row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits a channel, three channels.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
