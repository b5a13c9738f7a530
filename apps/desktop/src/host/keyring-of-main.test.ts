import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { FromHost } from "./host-messages.ts";
import { keyringOfMain } from "./keyring-of-main.ts";

/** Creates a fake main process. It records requests, and the test calls `answer`. */
function line() {
  const events = new EventEmitter();
  const asked: FromHost[] = [];
  const parentPort = {
    on: (event: "message", listener: (event: { data: unknown; ports: never[] }) => void) =>
      events.on(event, listener),
    postMessage: (message: FromHost) => void asked.push(message),
  };
  const answer = (id: number, text: string | null): void =>
    void events.emit("message", {
      data: { type: "secret", id, answer: text === null ? null : { text, isStale: false } },
      ports: [],
    });
  return { parentPort, asked, answer };
}

test("each request gets its own answer, in any order", async () => {
  const { parentPort, asked, answer } = line();
  const keyring = keyringOfMain(parentPort);
  const sealed = keyring.seal("s3cret");
  const opened = keyring.open("xyz");
  expect(asked).toEqual([
    { type: "secret", id: 1, act: "seal", text: "s3cret" },
    { type: "secret", id: 2, act: "open", text: "xyz" },
  ]);
  answer(2, "other");
  answer(1, "abc");
  expect(await sealed).toBe("abc");
  expect(await opened).toEqual({ text: "other", isStale: false });
});

test("returns null if the keyring can't be opened or doesn't answer", async () => {
  const { parentPort, answer } = line();
  const refused = keyringOfMain(parentPort).open("xyz");
  answer(1, null);
  expect(await refused).toBeNull();
  expect(await keyringOfMain(parentPort, 1).open("xyz")).toBeNull();
});
