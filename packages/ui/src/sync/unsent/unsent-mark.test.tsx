import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { UnsentMemo } from "@tidemark/core/router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { UnsentMark } from "./unsent-mark.tsx";

afterEach(cleanup);

const large: UnsentMemo = {
  n: -3,
  why: "memo-too-large",
  limitBytes: 9_000,
  isOnServer: false,
  isAgain: false,
};

/** Draws the mark of a memo. Returns the requests that it makes. */
function show(unsent: UnsentMemo | null) {
  const asked: string[] = [];
  const mutation = (name: string) => ({
    mutate: async ({ n }: { n: number }) => void asked.push(`${name} ${n}`),
  });
  const client = {
    sync: {
      copyToNew: mutation("copy"),
      retry: mutation("retry"),
      discard: mutation("discard"),
    },
  } as unknown as TidemarkClient;
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <UnsentMark memo={{ content: "a text", unsent }} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { asked, container };
}

const press = (name: string): void => void fireEvent.click(screen.getByRole("button", { name }));

test("R12c · a memo over the limit says so, and is sent again or deleted after a second press", () => {
  const { asked } = show(large);
  expect(screen.getByText(/larger than the server’s limit of 9/)).toBeDefined();
  press("Send again");
  press("Delete…");
  expect(asked).toEqual(["retry -3"]);
  press("Delete permanently");
  expect(asked).toEqual(["retry -3", "discard -3"]);
});

test("R12c · a memo that was removed elsewhere is kept as a new one", () => {
  const { asked } = show({ ...large, why: "memo-purged", limitBytes: null });
  expect(screen.getByText(/Deleted on another device/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  press("Keep as a new memo");
  expect(asked).toEqual(["copy -3"]);
});

test("R12c · an edit that was refused offers the server's version", () => {
  const { asked } = show({ ...large, why: "memo-denied", limitBytes: null, isOnServer: true });
  expect(screen.getByText(/The server has an older version/)).toBeDefined();
  press("Use the server’s version…");
  press("Cancel");
  press("Use the server’s version…");
  press("Replace what’s here");
  expect(asked).toEqual(["discard -3"]);
});

test("while it is sent again, it offers nothing; a sent memo has no mark", () => {
  show({ ...large, isAgain: true });
  expect(screen.getByText("Sending again…")).toBeDefined();
  expect(screen.queryAllByRole("button")).toEqual([]);
  cleanup();
  expect(show(null).container.textContent).toBe("");
});
