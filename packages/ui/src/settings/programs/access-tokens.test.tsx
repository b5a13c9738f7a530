import type { OfServer, SyncStatus } from "@tidemark/core/router";
import type { WireAccessToken } from "@tidemark/core/sync/protocol";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { configForServer } from "./assistant-config.ts";
import { AccessTokens } from "./access-tokens.tsx";

const token = (id: string, changes: Partial<WireAccessToken> = {}): WireAccessToken => ({
  id,
  name: `Script ${id}`,
  scope: "read",
  createdMs: Date.now(),
  expiresMs: null,
  lastUsedMs: null,
  ...changes,
});

/** Renders the section over a server with the given answer and sync state. */
function show(
  answer: OfServer<WireAccessToken> | Error,
  state: SyncStatus["state"] = "synced",
): { readonly create: ReturnType<typeof vi.fn>; readonly revoke: ReturnType<typeof vi.fn> } {
  let tokens = answer instanceof Error || answer.state !== "listed" ? [] : [...answer.items];
  const create = vi.fn(async (wanted: Pick<WireAccessToken, "name" | "scope" | "expiresMs">) => {
    const made = token("new", wanted);
    tokens = [made, ...tokens];
    return { token: made, value: "memos_pat_secret" };
  });
  const revoke = vi.fn(async ({ id }: { id: string }) => {
    tokens = tokens.filter((each) => each.id !== id);
  });
  const client = {
    sync: { status: { query: async () => ({ state, serverUrl: "https://notes.example" }) } },
    profile: { get: { query: async () => ({ serverUrl: "https://notes.example" }) } },
    accessTokens: {
      list: {
        query: async () => {
          if (answer instanceof Error) throw answer;
          return answer.state === "listed" ? { state: "listed", items: tokens } : answer;
        },
      },
      create: { mutate: create },
      revoke: { mutate: revoke },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <AccessTokens />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { create, revoke };
}

const listed = (...items: WireAccessToken[]) => ({ state: "listed", items }) as const;
const make = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create a token" });

afterEach(() => {
  cleanup();
  useFeedback.setState({ snackbars: [] });
});

test("a token has the least permissions by default, is shown once, and is listed without its value", async () => {
  const { create } = show(listed());
  await screen.findByText("No tokens yet.");
  const name = screen.getByRole("textbox", { name: "Token name" });
  fireEvent.change(name, { target: { value: " Backup script " } });
  const before = Date.now();
  fireEvent.click(make());
  const value = await screen.findByText("memos_pat_secret");
  const [[asked]] = create.mock.calls as unknown as [[WireAccessToken]];
  expect(asked).toMatchObject({ name: "Backup script", scope: "read" });
  expect(((asked.expiresMs ?? 0) - before) / 86_400_000).toBeCloseTo(90, 2);
  await screen.findByText("Backup script");
  expect((name as HTMLInputElement).value).toBe("");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy token" }));
  fireEvent.click(screen.getByRole("button", { name: "I’ve saved it" }));
  expect(value.isConnected).toBe(false);
});

test("a new token can be copied as the settings of an assistant", async () => {
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "clipboard"));
  show(listed());
  await screen.findByText("No tokens yet.");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Assistant" } });
  fireEvent.click(make());
  fireEvent.click(await screen.findByRole("button", { name: "Copy for an assistant" }));
  expect(writeText).toHaveBeenCalledWith(
    configForServer("https://notes.example", "memos_pat_secret"),
  );
});

test("permissions and lifetime can be chosen", async () => {
  const { create } = show(listed());
  await screen.findByText("No tokens yet.");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "All" } });
  fireEvent.change(screen.getByRole("combobox", { name: "Permissions" }), {
    target: { value: "all" },
  });
  const lasts = screen.getByRole("combobox", { name: "Expires after" });
  fireEvent.change(lasts, { target: { value: "never" } });
  fireEvent.click(make());
  await screen.findByText("memos_pat_secret");
  expect(create).toHaveBeenCalledExactlyOnceWith({ name: "All", scope: null, expiresMs: null });
});

test("a token is revoked after a confirmation, with a message", async () => {
  const { revoke } = show(listed(token("a"), token("b", { scope: null, lastUsedMs: Date.now() })));
  await screen.findByText("Script a");
  screen.getByText(/^Read · Never expires · Never used$/);
  screen.getByText(/^Full access · Never expires · Last used /);
  fireEvent.click(screen.getAllByRole("button", { name: "Revoke" })[0]!);
  expect(revoke).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Revoke token" }));
  await waitFor(() => expect(screen.queryByText("Script a")).toBeNull());
  expect(revoke).toHaveBeenCalledExactlyOnceWith({ id: "a" });
  await waitFor(() =>
    expect(useFeedback.getState().snackbars.map(({ text }) => text)).toEqual(["Revoked Script a"]),
  );
});

test("the input is kept if no token was created", async () => {
  const { create } = show(listed());
  create.mockRejectedValueOnce(new Error("no"));
  await screen.findByText("No tokens yet.");
  const name = screen.getByRole<HTMLInputElement>("textbox");
  fireEvent.change(name, { target: { value: "Phone" } });
  fireEvent.click(make());
  await waitFor(() => expect(useFeedback.getState().snackbars).toHaveLength(1));
  expect(name.value).toBe("Phone");
  expect(make().disabled).toBe(false);
});

test.each([
  ["a server that is away", listed(token("a")), "offline", /^Can’t reach the server right now/],
  ["an older server", { state: "old-server" } as const, "synced", /^This server is too old/],
  ["a failure", new Error("broken"), "synced", /^Couldn’t load this list/],
] as const)("explains %s and offers nothing", async (_what, answer, state, words) => {
  show(answer, state);
  await screen.findByText(words);
  const offered = screen.queryByRole<HTMLButtonElement>("button", { name: "Create a token" });
  expect(offered?.disabled ?? true).toBe(true);
});
