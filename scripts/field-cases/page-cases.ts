import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { openPort } from "./open-port.ts";
import type { CaseOf, Seen } from "./read-cases.ts";
import { allowPrivateTargets, startFieldServer } from "./field-server.ts";

type Page = CaseOf<"page">["page"];
/** Answers a request for a path. */
type Answerer = (path: string, response: ServerResponse) => void;

/** Serves the page of each case and compares the metadata that the server extracts from it. */
export async function runPageCases(
  cases: readonly CaseOf<"page">[],
  report: (id: string, seen: Seen) => void,
): Promise<void> {
  await using server = await startFieldServer();
  await allowPrivateTargets(server);
  for (const { id, page, expect } of cases) {
    const rule = ruleOf(page);
    if (rule === null) {
      report(id, `the rule is not known: ${page.rule}`);
      continue;
    }
    await using site = await openPort(
      createServer((request, response) => rule.answer(decodeURI(request.url ?? "/"), response)),
    );
    const asked = encodeURIComponent(site.url + rule.path);
    try {
      const found = await server.call("GET", `/api/v1/memos/-/linkMetadata?url=${asked}`);
      const wrong = Object.entries(expect).filter(([field, value]) => found[field] !== value);
      const seen = wrong.map(([field]) => `${field} is ${JSON.stringify(found[field])}`);
      report(id, seen.length === 0 ? null : seen.join(", "));
    } catch (error) {
      report(id, String(error));
    }
  }
}

/** Returns the handler and path for a page; null for an unknown rule. */
function ruleOf(page: Page): { readonly path: string; readonly answer: Answerer } | null {
  const encoding = page.contentEncoding;
  const headers = {
    "content-type": page.type,
    ...(encoding !== undefined && { "content-encoding": encoding }),
  };
  const whole = (bytes: Uint8Array | string) => ({
    path: "/",
    answer: (_: string, response: ServerResponse) =>
      void response.writeHead(200, headers).end(bytes),
  });
  if (page.bytesBase64 !== undefined) return whole(Buffer.from(page.bytesBase64, "base64"));
  const rule = page.rule ?? "";

  const [, packing, packed] = /^(gzip|brotli) of (.+)$/s.exec(rule) ?? [];
  if (packed !== undefined) {
    return whole(packing === "gzip" ? gzipSync(packed) : brotliCompressSync(packed));
  }
  const [, before, count, repeated, after] =
    /^(.*?) then ([\d,]+) times (\S+), then (.*)$/s.exec(rule) ?? [];
  if (repeated !== undefined) {
    return whole(before + repeated.repeat(Number(count?.replaceAll(",", ""))) + after);
  }
  const [, first = "", more] =
    /^(.*) at once, then (.*) every half second without end$/s.exec(rule) ?? [];
  if (more !== undefined) {
    const answer: Answerer = (_, response) => {
      response.writeHead(200, headers).write(first);
      const timer = setInterval(() => response.write(more), 500);
      void once(response, "close").then(() => clearInterval(timer));
    };
    return { path: "/", answer };
  }
  const [, from, location, to, body] =
    /^(\/\S+) answers 302 with the bytes of `Location: (\S+)` in UTF-8; (\S+) answers (.*); \1 is asked$/s.exec(
      rule,
    ) ?? [];
  if (from === undefined || location === undefined) return null;
  return {
    path: from,
    answer(path, response) {
      if (path === to) response.writeHead(200, headers).end(body);
      // Node writes each character of a header as one byte (latin1).
      else if (path === from) {
        response.writeHead(302, { location: Buffer.from(location).toString("latin1") }).end();
      } else response.writeHead(404).end();
    },
  };
}
