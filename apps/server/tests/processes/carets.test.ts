import { type Caret } from "@tidemark/core/carets";
import { expect, onTestFinished, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { deviceOf, syncCalls } from "../sync-calls.ts";
import { cutListeners, startTwo } from "./two-processes.ts";

const caretAt = (anchor: string): Caret => ({ gen: 1, anchor, head: "BAUG", isTyping: true });

/** Signs in a device of alice, which can open the memo at a process. */
async function device(server: HttpServer) {
  const { token } = await deviceOf(server, "alice");
  return {
    async open(at: HttpServer, session: number) {
      const input = encodeURIComponent(JSON.stringify({ memo: "m1", session }));
      const stream = await openStream(at, `/sync/carets?input=${input}`, token);
      onTestFinished(() => stream.cancel());
      return {
        end: () => stream.cancel(),
        /** Reads until the list of other editors equals `editors`. */
        others: (...editors: readonly object[]) => stream.next(`data: ${JSON.stringify(editors)}`),
      };
    },
    move: (at: HttpServer, session: number, caret: Caret | null) =>
      syncCalls(at, token).moveCaret.mutate({ memo: "m1", session, caret }),
  };
}

const other = (session: number, caret: Caret | null = null): object => ({
  session,
  device: "Laptop",
  caret,
});

test("editors at different processes see each other join, move and leave", async () => {
  const { a, b } = await startTwo();
  const [one, two] = [await device(a), await device(b)];
  const first = await one.open(a, 1);
  expect(await first.others()).toBe(true);
  const second = await two.open(b, 2);
  expect(await second.others(other(1))).toBe(true);
  expect(await first.others(other(2))).toBe(true);
  expect(await one.move(a, 1, caretAt("AQID"))).toBe(true);
  expect(await second.others(other(1, caretAt("AQID")))).toBe(true);
  // A move may reach a process other than the stream's.
  expect(await one.move(b, 1, caretAt("AQIE"))).toBe(true);
  expect(await second.others(other(1, caretAt("AQIE")))).toBe(true);
  expect(await two.move(a, 2, caretAt("AQIF"))).toBe(true);
  expect(await first.others(other(2, caretAt("AQIF")))).toBe(true);
  await second.end();
  expect(await first.others()).toBe(true);
});

test("an editor that reconnects at the other process is shown once, at its current position", async () => {
  const { a, b } = await startTwo();
  const [one, two] = [await device(a), await device(b)];
  const seen = await two.open(b, 2);
  const before = await one.open(a, 1);
  expect(await seen.others(other(1))).toBe(true);
  await one.move(a, 1, caretAt("AQID"));
  expect(await seen.others(other(1, caretAt("AQID")))).toBe(true);
  const after = await one.open(b, 1);
  expect(await after.others(other(2))).toBe(true);
  expect(await seen.others(other(1))).toBe(true);
  await one.move(a, 1, caretAt("AQIE"));
  expect(await seen.others(other(1, caretAt("AQIE")))).toBe(true);
  // Closing the old stream doesn't remove the editor.
  await before.end();
  await one.move(b, 1, caretAt("AQIF"));
  expect(await seen.others(other(1, caretAt("AQIF")))).toBe(true);
});

test("an editor that joins late, or missed messages for a while, gets the current list", async () => {
  const { a, b } = await startTwo();
  const [one, two] = [await device(a), await device(b)];
  const first = await one.open(a, 1);
  expect(await first.others()).toBe(true);
  await cutListeners(a);
  const second = await two.open(b, 2);
  expect(await second.others(other(1))).toBe(true);
  expect(await first.others(other(2))).toBe(true);
});
