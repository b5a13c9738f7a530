import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useDraftTag } from "./use-draft-tag.ts";

afterEach(cleanup);

/** Opens the tag of a composer above a list, over stored drafts. */
async function open(listed: string | null, drafts = new Map<string, string>()) {
  let reads = 0;
  const client = {
    drafts: {
      get: {
        query: async ({ key }: { key: string }) => {
          reads += 1;
          return drafts.get(key) ?? "";
        },
      },
      set: {
        mutate: async ({ key, content }: { key: string; content: string }) =>
          void drafts.set(key, content),
      },
    },
  } as unknown as TidemarkClient;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ClientProvider value={client}>{children}</ClientProvider>
  );
  const hook = renderHook((props) => useDraftTag("composer", props), {
    wrapper,
    initialProps: { listed, hasContent: false },
  });
  await waitFor(() => expect(reads).toBe(2));
  await act(async () => undefined);
  return {
    drafts,
    choice: () => hook.result.current.choice,
    remove: () => act(() => hook.result.current.remove()),
    show: (to: string | null, hasContent: boolean) => hook.rerender({ listed: to, hasContent }),
  };
}

test("an empty draft has the tag of each list, and one with text keeps its own", async () => {
  const { choice, show, drafts } = await open("zsh/*");
  expect(choice()).toBe("zsh/*");
  show("git/*", false);
  expect(choice()).toBe("git/*");
  show("git/*", true);
  await waitFor(() => expect(drafts.get("composer-tag")).toBe("git/*"));
  show(null, true);
  expect(choice()).toBe("git/*");
  // Once saved, the next one follows the list again.
  show(null, false);
  expect(choice()).toBeNull();
  await waitFor(() => expect(drafts.get("composer-tag")).toBe(""));
});

test("a draft that was begun without a tag gets none in another list", async () => {
  const { choice, show } = await open(null);
  show(null, true);
  show("zsh/*", true);
  expect(choice()).toBeNull();
});

test("a removed tag stays away while the draft has text, and until the next list", async () => {
  const { choice, remove, show } = await open("zsh/*");
  remove();
  expect(choice()).toBeNull();
  show("zsh/*", true);
  expect(choice()).toBeNull();
  show("zsh/*", false);
  expect(choice()).toBe("zsh/*");
  remove();
  show("git/*", false);
  expect(choice()).toBe("git/*");
});

test("a stored draft has its stored tag, and not that of the list", async () => {
  const stored = new Map([
    ["composer", "milk"],
    ["composer-tag", "shop/*"],
  ]);
  const kept = await open("zsh/*", stored);
  kept.show("zsh/*", true);
  expect(kept.choice()).toBe("shop/*");
  cleanup();
  const without = await open("zsh/*", new Map([["composer", "milk"]]));
  without.show("zsh/*", true);
  expect(without.choice()).toBeNull();
});
