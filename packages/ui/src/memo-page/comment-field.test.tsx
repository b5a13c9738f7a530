import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { CommentField } from "./comment-field.tsx";
import { UnsentComment } from "./unsent-comment.tsx";

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

interface Created {
  readonly id: string;
  readonly content: string;
  readonly parent?: string;
}

interface Saved {
  readonly key: string;
  readonly content: string;
  readonly reading?: string;
}

/** Host with drafts and memos. It answers `create` as soon as `answer` resolves. */
function host(answer: Promise<void> = Promise.resolve()) {
  const drafts = new Map<string, string>();
  const befores = new Map<string, string>();
  const created: Created[] = [];
  const client = {
    drafts: {
      get: { query: async ({ key }: { key: string }) => drafts.get(key) ?? "" },
      set: {
        // Keeps a stored draft before the text of a page that hasn't shown it, as the real host does.
        mutate: async ({ key, content, reading }: Saved) => {
          const before =
            reading === undefined ? "" : (befores.get(reading) ?? drafts.get(key) ?? "");
          if (reading !== undefined) befores.set(reading, before);
          drafts.set(key, [before, content].filter((each) => each !== "").join("\n\n"));
          return before;
        },
      },
    },
    memos: {
      get: {
        query: async ({ id }: { id: string }) => {
          const found = created.find((memo) => memo.id === id);
          if (found === undefined) throw new Error("no such memo");
          return memoView({ id, content: found.content });
        },
      },
      create: {
        mutate: async (memo: Created) => {
          await answer;
          created.push(memo);
          return memoView({ id: memo.id, content: memo.content });
        },
      },
    },
    attachments: { ofDraft: { query: async () => [] } },
  } as unknown as TidemarkClient;
  const show = (part: "field" | "missing" = "field") => {
    cleanup();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={client}>
          {part === "field" ? <CommentField id="tide" /> : <UnsentComment id="tide" />}
        </ClientProvider>
      </QueryClientProvider>,
    );
  };
  return { show, drafts, created, draft: () => drafts.get("comment-tide") ?? "" };
}

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Write a comment" });
const type = (text: string): void => void fireEvent.input(field(), { target: { value: text } });
const send = (): void => void fireEvent.keyDown(field(), { key: "Enter", ctrlKey: true });

test("a comment is a draft of its memo until it is sent", async () => {
  const { show, created, draft } = host();
  show();
  type("Nine centimetres");
  show();
  await waitFor(() => expect(field().value).toBe("Nine centimetres"));
  expect(draft()).toBe("Nine centimetres");
  send();
  expect(field().value).toBe("");
  await waitFor(() =>
    expect(created).toMatchObject([{ content: "Nine centimetres", parent: "tide" }]),
  );
  await waitFor(() => expect(draft()).toBe(""));
  show();
  expect(field().value).toBe("");
});

test("keeps text typed after a comment was sent, if the page is left before the answer", async () => {
  const answered = Promise.withResolvers<void>();
  const { show, created, draft } = host(answered.promise);
  show();
  type("Sent");
  send();
  type("typed since");
  cleanup();
  answered.resolve();
  await waitFor(() => expect(created).toHaveLength(1));
  await waitFor(() => expect(draft()).toBe("typed since"));
  show();
  await waitFor(() => expect(field().value).toBe("typed since"));
});

test("a comment that couldn't be sent is a draft again, also after the page was left", async () => {
  const answered = Promise.withResolvers<void>();
  const { show, draft } = host(answered.promise);
  show();
  type("Refused");
  send();
  cleanup();
  answered.reject(new Error("no such memo"));
  show("missing");
  await screen.findByText("Refused");
  expect(draft()).toBe("Refused");
});

test("the comment on a deleted memo can be saved as a memo", async () => {
  const { show, drafts, created, draft } = host();
  drafts.set("comment-tide", "Nine centimetres");
  show("missing");
  fireEvent.click(await screen.findByRole("button", { name: "Save as new memo" }));
  await waitFor(() => expect(created).toMatchObject([{ content: "Nine centimetres" }]));
  await waitFor(() => expect(draft()).toBe(""));
  expect(screen.queryByText("Nine centimetres")).toBeNull();
});
