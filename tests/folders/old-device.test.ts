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

/** Names whose values differ between runs and which an old device accepts unchanged. */
const ownOfARun = new Set(["serverTimeMs", "seen", "location", "upload-expires", "etag"]);

/**
 * Returns the differences between the old server's response and this one, as far as the old device reads
 * it: missing names, other types, other values. Additions don't count.
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

/** Sends the recorded requests of an older version's device to this server, as that device would. */
class Replay {
  readonly #url: string;
  /** Maps names that the old server assigned to this server's: uploads and rollback proofs. */
  readonly #renamed = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a request and returns the differences of the response. */
  async send({ atMs, method, path, headers, body, answer: was }: Exchange): Promise<string[]> {
    // A push contains the device's time: with another clock its stamps would be corrected.
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

  /** A device returns a server's rollback proof, which it can't read. */
  #asNow(body: string): Buffer {
    const text = bytesOf(body).toString();
    const named = [...this.#renamed].filter(([was]) => text.includes(was));
    return Buffer.from(named.reduce((now, [was, is]) => now.replaceAll(was, is), text));
  }
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

/** Loose: unknown fields are compared too. The data are an object, or a list of hashes. */
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

  test("gets the same responses from this server as from its own, and loses nothing", async () => {
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

  test("may repeat a push whose response was lost, and it is applied once", async () => {
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
