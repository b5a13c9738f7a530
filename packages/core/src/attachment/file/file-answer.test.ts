import { expect, test } from "vitest";
import { answerFile, type ServedFile } from "./file-answer.ts";

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(65);

let closed = 0;

/** A file that claims to be ten bytes long, whatever its content. */
function served(parts: readonly Uint8Array[]): ServedFile {
  return {
    etag: '"x"',
    type: "application/octet-stream",
    filename: "a.bin",
    sizeBytes: 10,
    open: async () =>
      (async function* () {
        try {
          yield* parts;
        } finally {
          closed += 1;
        }
      })(),
    release: async () => undefined,
  };
}

async function sent(parts: readonly Uint8Array[], range?: string) {
  const { body } = await answerFile({ method: "GET", range }, served(parts));
  let length = 0;
  let error: unknown = null;
  try {
    for await (const part of body ?? []) length += part.length;
  } catch (thrown) {
    error = thrown;
  }
  return { length, isBroken: error !== null };
}

test("a body of another length than announced throws, and never sends more", async () => {
  expect(await sent([bytes(4), bytes(6)])).toEqual({ length: 10, isBroken: false });
  expect(await sent([bytes(4), bytes(7)])).toEqual({ length: 4, isBroken: true });
  expect(await sent([bytes(11)])).toEqual({ length: 0, isBroken: true });
  expect(await sent([bytes(10), bytes(1)])).toEqual({ length: 10, isBroken: true });
  expect(await sent([bytes(9)])).toEqual({ length: 9, isBroken: true });
  expect(await sent([])).toEqual({ length: 0, isBroken: true });
  expect(await sent([bytes(10)], "bytes=2-5")).toEqual({ length: 0, isBroken: true });
  expect(await sent([bytes(4)], "bytes=2-5")).toEqual({ length: 4, isBroken: false });
});

test("a body always closes its file, even if nobody reads it", async () => {
  closed = 0;
  await sent([bytes(10)]);
  await sent([bytes(11)]);
  await sent([bytes(9)]);
  expect(closed).toBe(3);
  const { body } = await answerFile({ method: "GET" }, served([bytes(5), bytes(5)]));
  await body?.[Symbol.asyncIterator]().return?.();
  expect(closed).toBe(4);
});
