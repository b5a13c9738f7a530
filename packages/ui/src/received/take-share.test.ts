import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import type { TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { sendFilesBy } from "../shell/send-file.ts";
import type { ReceivedShare } from "./received.ts";
import { discardShare, takeShare } from "./take-share.ts";

/** A host with drafts and their files. Sending a file named `refused` fails. */
function openHost() {
  const drafts = new Map<string, string>();
  const attached = new Map<string, readonly string[]>();
  const removed: string[] = [];
  const client = {
    drafts: {
      set: {
        mutate: async (input: { key: string; content: string }) => {
          if (input.content === "") drafts.delete(input.key);
          else drafts.set(input.key, input.content);
        },
      },
    },
    attachments: {
      ofDraft: {
        query: async ({ key }: { key: string }) =>
          (attached.get(key) ?? []).map((id) => ({ id, filename: id })),
      },
      setDraft: {
        mutate: async (input: { key: string; ids: readonly string[] }) =>
          void attached.set(input.key, input.ids),
      },
      remove: {
        mutate: async (input: { ids: readonly string[] }) => void removed.push(...input.ids),
      },
    },
  } as unknown as TidemarkClient;
  sendFilesBy(async (query) => {
    const name = query.get("filename") ?? "";
    if (name === "refused") throw new Error("away");
    return { status: 200, body: { id: name, filename: name } };
  });
  return { deps: { client, queries: new QueryClient() }, drafts, attached, removed };
}

/** A share that is stored as `stored`. */
function receive(text: string, names: readonly string[]) {
  const files = names.map((name) => new File(["x"], name, { type: "text/plain" }));
  const stored = { left: names, isTaken: false, isRemoved: false };
  const share: ReceivedShare = {
    id: "s1",
    text,
    files,
    isTaken: false,
    async setTaken(left) {
      Object.assign(stored, { left: left.map(({ name }) => name), isTaken: true });
    },
    async remove() {
      stored.isRemoved = true;
    },
  };
  return { share, stored };
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);

afterEach(() => useFeedback.setState({ snackbars: [] }));

test("text and files of a share become a draft with a key of its own", async () => {
  const { deps, drafts, attached } = openHost();
  drafts.set("composer", "half a thought");
  const { share, stored } = receive("shared", ["a", "b"]);
  await takeShare(deps, share);
  expect(Object.fromEntries(drafts)).toEqual({ composer: "half a thought", "shared-s1": "shared" });
  expect(attached.get("shared-s1")).toEqual(["a", "b"]);
  expect(stored).toEqual({ left: [], isTaken: true, isRemoved: false });
});

test("a file that can't be attached is reported, and stays for another try", async () => {
  const { deps, attached } = openHost();
  const { share, stored } = receive("shared", ["a", "refused", "c"]);
  await takeShare(deps, share);
  expect(attached.get("shared-s1")).toEqual(["a", "c"]);
  expect(stored.left).toEqual(["refused"]);
  expect(said()).toEqual([expect.stringMatching(/^Couldn’t add refused\./)]);
});

test("a share that was taken before keeps the text that was typed since", async () => {
  const { deps, drafts, attached } = openHost();
  drafts.set("shared-s1", "shared, and edited");
  attached.set("shared-s1", ["a"]);
  const { share } = receive("shared", ["b"]);
  await takeShare(deps, { ...share, isTaken: true });
  expect(drafts.get("shared-s1")).toBe("shared, and edited");
  expect(attached.get("shared-s1")).toEqual(["a", "b"]);
});

test("discarding a share deletes its draft and its files", async () => {
  const { deps, drafts, attached, removed } = openHost();
  const { share, stored } = receive("shared", ["a"]);
  await takeShare(deps, share);
  await discardShare(deps, share);
  expect(drafts.size).toBe(0);
  expect(attached.get("shared-s1")).toEqual([]);
  expect(removed).toEqual(["a"]);
  expect(stored.isRemoved).toBe(true);
});
