import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { filesIn } from "./kept-folder.ts";
import {
  countWords,
  hashOf,
  layOutRelease,
  onceEach,
  readBoth,
  untilAtRest,
} from "./lay-out-release.ts";
import { type Answer, ask, type Exchange } from "./line.ts";
import { releases } from "./manifest.ts";
import { readDevice } from "./read-device.ts";

/** What differs from one run to the next, and an old device takes as it is. */
const ownOfARun = new Set(["serverTimeMs", "seen", "location", "upload-expires", "etag"]);

/**
 * Where an answer does not say what the old server said in the same place, as far as the old device
 * reads it: names that are gone, other types, other values. What is new beside it is no difference.
 */
function differences(was: unknown, is: unknown, at = ""): string[] {
  if (Array.isArray(was)) {
    if (!Array.isArray(is)) return [`${at} is no array`];
    if (was.length !== is.length) return [`${at} has ${is.length} of ${was.length}`];
    return was.flatMap((each, n) => differences(each, is[n], `${at}[${n}]`));
  }
  if (typeof was === "object" && was !== null) {
    if (typeof is !== "object" || is === null || Array.isArray(is)) return [`${at} is no object`];
    return Object.entries(was).flatMap(([name, value]) => {
      const there = (is as Record<string, unknown>)[name];
      const place = `${at}.${name}`;
      if (there === undefined) return [`${place} is gone`];
      if (!ownOfARun.has(name)) return differences(value, there, place);
      return typeof there === typeof value ? [] : [`${place} is a ${typeof there}`];
    });
  }
  return was === is ? [] : [`${at} was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`];
}

/** Sends what a device of an older version sent, as that device would send it to this server. */
class Replay {
  readonly #url: string;
  /** What the old server named, and this one names otherwise: an upload, what it states of itself. */
  readonly #renamed = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** What this server says differently. */
  async send({ atMs, method, path, headers, body, answer: was }: Exchange): Promise<string[]> {
    // A push says what time it is on the device: by another clock its stamps would be corrected.
    vi.setSystemTime(atMs);
    const is = await ask(this.#url, {
      method,
      path: this.#now(path),
      headers,
      body: headers["content-type"] === "application/json" ? this.#asNow(body) : bytesOf(body),
    });
    this.#note(was.headers["location"], is.headers["location"]);
    const place = `${method} ${path.split("?")[0]}`;
    if (was.status !== is.status) return [`${place} was ${was.status}, is ${is.status}`];
    const inHeaders = differences(was.headers, is.headers, place);
    if (was.headers["content-type"] !== "application/json") {
      return is.body.equals(bytesOf(was.body)) ? inHeaders : [...inHeaders, `${place}: the bytes`];
    }
    const [said, says] = [jsonOf(bytesOf(was.body)), jsonOf(is.body)];
    this.#note(seenIn(said), seenIn(says));
    return [...inHeaders, ...differences(said, says, place)];
  }

  #note(was: string | undefined, is: string | undefined): void {
    if (was !== undefined && is !== undefined) this.#renamed.set(was, is);
  }

  #now(text: string): string {
    return this.#renamed.get(text) ?? text;
  }

  /** A device brings back what a server states of itself, and cannot read it. */
  #asNow(body: string): Buffer {
    const text = bytesOf(body).toString();
    const named = [...this.#renamed].filter(([was]) => text.includes(was));
    return Buffer.from(named.reduce((now, [was, is]) => now.replaceAll(was, is), text));
  }
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

/** Loose: all that was said is compared. Data are an object, or a list of hashes. */
const rpcAnswerSchema = z.looseObject({
  result: z.looseObject({
    data: z.union([z.looseObject({ seen: z.string().optional() }), z.array(z.string())]),
  }),
});

function seenIn({ result: { data } }: z.infer<typeof rpcAnswerSchema>): string | undefined {
  return Array.isArray(data) ? undefined : data.seen;
}

function jsonOf(bytes: Answer["body"]) {
  return parseJson(rpcAnswerSchema, bytes.toString());
}

describe.each(releases())("a device of $manifest.version", (release) => {
  const { manifest, wire } = release;

  test("is answered by this server as by its own, and loses nothing there", async () => {
    await using laid = layOutRelease(release);
    const { url } = await laid.serve();
    const replay = new Replay(url);
    expect(wire.map(({ path }) => path)).toContain("/sync/push");
    for (const exchange of wire) expect(await replay.send(exchange)).toEqual([]);

    const server = await readBoth(url, manifest);
    expect(server).toMatchObject(manifest.settled.server);
    const words = [...manifest.unsentWords, ...manifest.unansweredWords];
    expect(countWords(words, server.alice.memos)).toEqual(onceEach(words));
    const { attachment, sha256 } = manifest.halfSent;
    expect(hashOf(server.alice, attachment)).toBe(sha256);
    expect(filesIn(join(laid.dir, "server", "uploads"))).toEqual([]);

    const fresh = await laid.openFresh();
    await fresh.app.connect({ url, ...manifest.accounts.alice });
    await untilAtRest(fresh);
    expect(await readDevice(fresh)).toMatchObject(manifest.settled.device);
  });

  test("may send everything again when no answer came, and it is there once", async () => {
    await using laid = layOutRelease(release);
    const { url } = await laid.serve();
    const replay = new Replay(url);
    const pushes = wire.filter(({ path }) => path === "/sync/push").slice(0, 1);
    expect(pushes).not.toEqual([]);
    for (const push of [...pushes, ...pushes]) await replay.send(push);
    const words = [...manifest.unsentWords, ...manifest.unansweredWords];
    const { alice } = await readBoth(url, manifest);
    expect(countWords(words, alice.memos)).toEqual(onceEach(words));
  });
});
