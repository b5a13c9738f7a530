import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { Composer } from "./composer.tsx";

afterEach(cleanup);

/** Opens the composer over a host with these drafts and one memo. Gives the drafts, as they change. */
function openComposer(drafts: Map<string, string>, memo: { id: string; content: string }) {
  const client = {
    drafts: {
      get: { query: async ({ key }: { key: string }) => drafts.get(key) ?? "" },
      set: {
        mutate: async ({ key, content }: { key: string; content: string }) =>
          void drafts.set(key, content),
      },
    },
    memos: {
      get: {
        query: async ({ id }: { id: string }) => {
          if (id !== memo.id) throw new Error("no such memo");
          return memoView(memo);
        },
      },
      tags: { query: async () => [] },
    },
    attachments: { ofDraft: { query: async () => [] } },
    settings: { general: { query: async () => ({ memoVisibility: "PRIVATE" }) } },
    sync: {
      status: { query: async () => ({ rejected: 0 }) },
      following: { query: async () => ({ isPublic: false, spaces: [] }) },
    },
    profile: { get: { query: async () => ({ user: "users/local", uploadBytes: 1000 }) } },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <Composer />
      </ClientProvider>
    </QueryClientProvider>,
  );
}

const words = () => screen.getByRole("textbox", { name: "New memo" }).textContent;

test("a draft that is a memo already is let go, and not offered again", async () => {
  const drafts = new Map([
    ["composer", "milk"],
    ["composer-sent", "m1"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() =>
    expect(Object.fromEntries(drafts)).toEqual({ composer: "", "composer-sent": "" }),
  );
  expect(words()).not.toContain("milk");
});

test("what was typed since is offered, and kept as the draft", async () => {
  const drafts = new Map([
    ["composer", "milk\n\nbread"],
    ["composer-sent", "m1"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() => expect(words()).toBe("bread"));
  await waitFor(() =>
    expect(Object.fromEntries(drafts)).toEqual({ composer: "bread", "composer-sent": "" }),
  );
});

test("a draft that was sent and is no memo is offered again", async () => {
  const drafts = new Map([
    ["composer", "milk"],
    ["composer-sent", "m2"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() => expect(words()).toBe("milk"));
  expect(drafts.get("composer-sent")).toBe("m2");
});
