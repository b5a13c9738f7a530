import { toBase64, fromBase64 } from "@tidemark/core/text";
import type { Transcript } from "@tidemark/core/router";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { refusalStrings } from "./strings.ts";
import { stopTranscribing, transcribe, useTranscribing } from "./transcribing.ts";

const recording = { id: "a1", filename: "a.m4a" };
const link = "[a.m4a](/file/attachments/a1/a.m4a)";

/** Host with one memo, whose text is edited by others, too. */
function host(content: string, answer: (signal: AbortSignal) => Promise<Transcript>) {
  const document = new Y.Doc();
  const text = document.getText("content");
  text.insert(0, content);
  const client = {
    attachments: {
      transcribe: {
        mutate: (_: unknown, { signal }: { signal: AbortSignal }) => answer(signal),
      },
    },
    text: {
      open: {
        query: async () => ({ gen: 1, state: toBase64(Y.encodeStateAsUpdate(document)) }),
      },
      push: {
        mutate: async ({ update }: { update: string }) =>
          Y.applyUpdate(document, fromBase64(update)),
      },
    },
  } as unknown as TidemarkClient;
  return { client, text };
}

const said = (): string | undefined => useFeedback.getState().snackbars.at(-1)?.text;

beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));

test("inserts the transcript beside text typed meanwhile, and undoes the transcript alone", async () => {
  const { promise, resolve } = Promise.withResolvers<Transcript>();
  const { client, text } = host(`One ${link}`, () => promise);
  const asked = transcribe(client, recording);
  expect(useTranscribing.getState().running.has("a1")).toBe(true);
  text.insert(0, "Typed. ");
  resolve({ type: "text", text: "High water.", memo: "m1" });
  await asked;
  expect(text.toString()).toBe(`Typed. One ${link}\n\nHigh water.`);
  expect(useTranscribing.getState().running.size).toBe(0);
  expect(said()).toBe("Transcript of a.m4a added to the memo");
  text.insert(text.length, "\n\nAfter.");
  useFeedback.getState().undo();
  await vi.waitFor(() => expect(text.toString()).toBe(`Typed. One ${link}\n\nAfter.`));
});

test("lets an open editor insert the transcript", async () => {
  const { client, text } = host(link, async () => ({ type: "text", text: "Said.", memo: "m1" }));
  const writeHere = vi.fn(() => true);
  await transcribe(client, recording, writeHere);
  expect(writeHere).toHaveBeenCalledExactlyOnceWith({ memo: "m1", attachment: "a1" }, "Said.");
  expect(text.toString()).toBe(link);
});

test("escapes the text of a provider", async () => {
  const { client, text } = host(link, async () => ({
    type: "text",
    text: "# Harbour\n- [x](javascript:alert(1)) #tide",
    memo: "m1",
  }));
  await transcribe(client, recording);
  expect(text.toString()).toBe(`${link}\n\n\\# Harbour\n\\- \\[x\\](javascript:alert(1)) \\#tide`);
});

test("writes the beginning of a transcript that is too long, and offers to copy the rest", async () => {
  const { client, text } = host(link, async () => ({
    type: "text",
    text: "high water ".repeat(30_000),
    memo: "m1",
  }));
  await transcribe(client, recording);
  expect(text.length).toBeGreaterThan(199_000);
  expect(text.length).toBeLessThan(201_000);
  const [offer, done] = useFeedback.getState().snackbars;
  expect(offer).toMatchObject({ undoLabel: "Copy the rest", stays: true });
  expect(offer?.text).toBe(
    "The transcript of a.m4a is too long for one memo. The first 200,000 characters were added.",
  );
  expect(done?.text).toBe("Transcript of a.m4a added to the memo");
  useFeedback.getState().undo();
  await vi.waitFor(() => expect(text.toString()).toBe(link));
});

test.each(Object.keys(refusalStrings) as (keyof typeof refusalStrings)[])(
  "reports the reason of a refusal: %s",
  async (reason) => {
    const { client, text } = host(link, async () => ({ type: "refused", reason }));
    await transcribe(client, recording);
    expect(said()).toBe(refusalStrings[reason]);
    expect(text.toString()).toBe(link);
  },
);

test("changes nothing and says so for silence, and for a recording without a memo", async () => {
  const silent = host(link, async () => ({ type: "text", text: " \n", memo: "m1" }));
  await transcribe(silent.client, recording);
  expect(said()).toBe("No speech found in a.m4a.");
  const alone = host(link, async () => ({ type: "text", text: "Said.", memo: null }));
  await transcribe(alone.client, recording);
  expect(said()).toMatch(/^The recording is no longer attached to a memo/);
  expect([silent.text.toString(), alone.text.toString()]).toEqual([link, link]);
});

test("reports nothing once it is stopped, and can be started again", async () => {
  const { client, text } = host(
    link,
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  const asked = transcribe(client, recording);
  stopTranscribing(recording);
  await asked;
  expect(said()).toBeUndefined();
  expect(text.toString()).toBe(link);
  expect(useTranscribing.getState().running.size).toBe(0);
});
