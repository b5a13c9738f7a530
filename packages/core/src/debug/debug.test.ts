import { afterEach, expect, test } from "vitest";
import { createDebug, listenToDebug } from "./debug.ts";

const lines: string[] = [];
const listen = (wanted: string | undefined) => listenToDebug(wanted, (line) => lines.push(line));

afterEach(() => {
  listen(undefined);
  lines.length = 0;
});

test("is silent, and asks for no facts, until a namespace is listened to", () => {
  const sync = createDebug("sync");
  const facts = (): never => {
    throw new Error("nobody listens");
  };
  sync("pushed", facts);
  listen("outbox,feed");
  sync("pushed", facts);
  listen("");
  sync("pushed", facts);
  expect(lines).toEqual([]);
});

test("writes a line for each event of the namespaces that were named", () => {
  listen(" sync , outbox");
  createDebug("sync")("pushed", () => ({ sent: 2, scope: "u:alice", isFirst: false }));
  createDebug("outbox")("renumbered");
  createDebug("feed")("moved");
  expect(lines).toEqual(["sync: pushed sent=2 scope=u:alice isFirst=false", "outbox: renumbered"]);
});

test("takes a star for all, and tells of names that there are not", () => {
  listen("*,tides");
  createDebug("http")("answered", () => ({ status: 200 }));
  expect(lines).toEqual([
    "debug: no tides; there are sync, outbox, feed, files, http",
    "http: answered status=200",
  ]);
});
