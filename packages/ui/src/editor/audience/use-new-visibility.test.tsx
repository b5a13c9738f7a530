import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { useNewVisibility } from "./use-new-visibility.ts";

afterEach(cleanup);

/** Saves a memo as the composer does. */
function Save() {
  const { audience } = useNewVisibility();
  const actions = useMemoActions();
  return (
    <button
      onClick={() => void actions.create({ content: "x", ...audience }).catch(() => undefined)}
    >
      {audience.visibility}
    </button>
  );
}

test.each([
  ["PROTECTED", "PROTECTED"],
  ["PUBLIC", "PUBLIC"],
  ["", "PRIVATE"],
])(
  "A16 · with the setting %j a new memo says of itself that it is %s",
  async (memoVisibility, visibility) => {
    const created: unknown[] = [];
    const client = {
      settings: { general: { query: async () => ({ memoVisibility }) } },
      memos: {
        create: {
          mutate: async (memo: unknown) => {
            created.push(memo);
            throw new Error("what it answers is not looked at");
          },
        },
      },
    } as unknown as TidemarkClient;
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={client}>
          <Save />
        </ClientProvider>
      </QueryClientProvider>,
    );
    const save = await screen.findByRole("button", { name: visibility });
    fireEvent.click(save);
    await waitFor(() => expect(created).toEqual([{ content: "x", visibility }]));
  },
);
