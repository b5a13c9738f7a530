import type { Caret, OtherEditor } from "@tidemark/core/carets";
import { describe, expect, test, vi } from "vitest";
import { CaretMeetings, type CaretServer } from "../sync/caret-meetings.ts";
import { createLiveCarets } from "./live-carets.ts";

const caret: Caret = { gen: 1, anchor: "AQID", head: "AQID", isTyping: true };
const laptop: OtherEditor = { session: 9, device: "Laptop", caret };

function host() {
  const meetings = new CaretMeetings({ random: () => 0 });
  return { meetings, carets: createLiveCarets(meetings) };
}

/** A window with the memo open. */
function open({ carets }: ReturnType<typeof host>, session: number, id = "m1") {
  const ended = new AbortController();
  const heard: (readonly OtherEditor[])[] = [];
  const watching = (async () => {
    for await (const others of carets.watch({ id, session }, ended.signal)) heard.push(others);
  })();
  return {
    heard,
    others: () => heard.at(-1),
    move: (to: Caret | null) => carets.move({ memo: id, session, caret: to }),
    async [Symbol.asyncDispose]() {
      ended.abort();
      await watching;
    },
  };
}

describe("the windows of one device", () => {
  test("V1 · see each other without a server, until one leaves", async () => {
    const here = host();
    await using one = open(here, 1);
    {
      await using two = open(here, 2);
      await using elsewhere = open(here, 3, "m2");
      two.move(caret);
      await vi.waitFor(() => expect(one.others()).toEqual([{ session: 2, device: null, caret }]));
      expect(elsewhere.others()).toEqual([]);
    }
    await vi.waitFor(() => expect(one.others()).toEqual([]));
  });

  test("V1 · are listed once each, though the server lists them all", async () => {
    const here = host();
    await using one = open(here, 1);
    await using two = open(here, 2);
    await vi.waitFor(() => expect(one.others()).toHaveLength(1));
    const server: CaretServer = {
      watchCarets({ session }, { onOthers }) {
        onOthers([{ session: 3 - session, device: "This one", caret }, laptop]);
        return () => {};
      },
      moveCaret: async () => {},
    };
    here.meetings.use(server);
    await vi.waitFor(() =>
      expect(two.others()).toEqual([{ session: 1, device: null, caret: null }, laptop]),
    );
  });

  test("V4 · see no other editors while sharing is off", async () => {
    const here = host();
    await using one = open(here, 1);
    await using two = open(here, 2);
    await vi.waitFor(() => expect(one.others()).toHaveLength(1));
    here.meetings.setOn(false);
    await vi.waitFor(() => expect(one.others()).toEqual([]));
    two.move(caret);
    here.meetings.setOn(true);
    await vi.waitFor(() => expect(one.others()).toEqual([{ session: 2, device: null, caret }]));
    expect(one.heard).not.toContainEqual([{ session: 2, device: null, caret: undefined }]);
  });
});
