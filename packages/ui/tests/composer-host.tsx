import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { ClientProvider, type TidemarkClient } from "../src/data/client.tsx";
import { Composer } from "../src/editor/composer/composer.tsx";

/** Host answers of a test: its drafts and memos. */
interface ComposerHost {
  readonly drafts: {
    get(key: string): string | Promise<string>;
    /** Returns the stored draft that stays before the text of an unfinished reading. */
    set(key: string, content: string, reading?: string): string | void;
  };
  readonly memos: Readonly<Record<string, unknown>>;
}

interface DraftInput {
  readonly key: string;
  readonly content: string;
  readonly reading?: string;
}

/** Renders the composer over a host with a single user, without tags and files. */
export function renderComposer({ drafts, memos }: ComposerHost): void {
  const client = {
    drafts: {
      get: { query: async ({ key }: { key: string }) => drafts.get(key) },
      set: {
        mutate: async ({ key, content, reading }: DraftInput) =>
          drafts.set(key, content, reading) ?? "",
      },
    },
    memos: { tags: { query: async () => [] }, ...memos },
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
