import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { pngFile } from "../../tests/screens/png-file.ts";
import { runLoad, type Served } from "../load.ts";
import { createSeededDraw } from "../seeded-draw.ts";
import { type Requests, requestsOf } from "./rows.ts";

const uploads = 100;
const thumbnails = 20;
const secondsEach = 10;
/** Width and height at which a picture of noise has 1 MB. */
const side = 577;

const attachment = z.object({ name: z.string(), filename: z.string() });

/**
 * Runs the fixed load that memory is measured after: ten seconds each of single memos, lists, a tag, a text
 * and creations, then a hundred uploads of 1 MB pictures and twenty thumbnails.
 */
export async function runMixedLoad(
  server: Served,
  { bearer, size }: { readonly bearer: string; readonly size: number },
): Promise<void> {
  const loads: Requests[] = (["get", "list", "tag", "text", "create"] as const).map((kind) =>
    requestsOf(kind, size),
  );
  for (const requests of loads) await runLoad(server, requests, { bearer, durationS: secondsEach });
  const headers = { authorization: `Bearer ${bearer}` };
  const sent: z.infer<typeof attachment>[] = [];
  for (let n = 0; n < uploads; n += 1) {
    const form = new FormData();
    form.set("file", new File([noise(n)], `picture-${n}.png`, { type: "image/png" }));
    const reply = await fetch(new URL("/file/attachments", server.url), {
      method: "POST",
      headers,
      body: form,
    });
    sent.push(parseJson(attachment, await expectOk(reply)));
  }
  for (const { name, filename } of sent.slice(0, thumbnails)) {
    const path = `/file/${name}/${filename}?thumbnail=true`;
    await expectOk(await fetch(new URL(path, server.url), { headers }));
  }
}

/** Returns an incompressible picture, a different one for each number. */
function noise(number: number): Buffer<ArrayBuffer> {
  const draw = createSeededDraw(`picture ${number}`);
  const rows = Buffer.alloc(side * (1 + side * 3));
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = at % (1 + side * 3) === 0 ? 0 : draw.below(256);
  }
  return pngFile(side, side, rows);
}

async function expectOk(reply: Response): Promise<string> {
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.url}: ${reply.status} ${text}`);
  return text;
}
