import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { useShell } from "../../shell/shell.ts";
import { setUi } from "../../state/ui-state.ts";
import { ConnectDialog } from "./connect-dialog.tsx";

afterEach(() => {
  cleanup();
  setUi({ isConnectOpen: false });
  useShell.setState({ offeredServer: null });
  useFeedback.setState({ snackbars: [] });
});

const failure = (
  code: string,
  message: string,
  fields: readonly { readonly field: string; readonly issue: string }[] = [],
): Error =>
  TRPCClientError.from({
    error: {
      code: -32000,
      message,
      data: { app: { type: "app-error", code, message, fields } },
    },
  });

/** Opens the dialog over servers that respond at some addresses. Returns the requests. */
function open(
  answers: Readonly<Record<string, "ok" | Error>>,
  lastServer: Promise<{ url: string; username: string } | null> = Promise.resolve(null),
  serverUrl: string | null = null,
) {
  const asked: string[] = [];
  const connect = async ({ url, code }: { url: string; code?: string }) => {
    asked.push(code === undefined ? url : `${url} by ${code}`);
    const answer = answers[url] ?? failure("UNAVAILABLE", `Could not reach ${url}.`);
    if (answer !== "ok") throw answer;
    return { state: "synced", serverUrl: url };
  };
  const client = {
    sync: {
      lastServer: { query: () => lastServer },
      status: { query: async () => ({ state: "local", serverUrl }) },
      connect: { mutate: connect },
      connectByCode: { mutate: connect },
    },
  } as unknown as TidemarkClient;
  setUi({ isConnectOpen: true });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <ConnectDialog />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return asked;
}

async function fill(address: string): Promise<void> {
  const type = (label: string, value: string): void =>
    void fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText("Server address");
  type("Server address", address);
  type("Username", "ada");
  type("Password", "correct horse");
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
}

test("a server from a link is filled in, and nothing is sent to it", async () => {
  useShell.setState({ offeredServer: { url: "https://notes.example.org", code: null } });
  const asked = open({ "https://notes.example.org": "ok" });
  const field = await screen.findByLabelText<HTMLInputElement>("Server address");
  expect(field.value).toBe("https://notes.example.org");
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("");
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(useShell.getState().offeredServer).toBeNull());
});

test("W6b · the last server is filled in, unless the user typed before it was loaded", async () => {
  const last = Promise.withResolvers<{ url: string; username: string }>();
  open({}, last.promise);
  const address = await screen.findByLabelText<HTMLInputElement>("Server address");
  const username = screen.getByLabelText<HTMLInputElement>("Username");
  fireEvent.change(address, { target: { value: "notes.example.org" } });
  last.resolve({ url: "https://old.example.org", username: "ada" });
  await waitFor(() => expect(username.value).toBe("ada"));
  expect(address.value).toBe("notes.example.org");
});

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);

test("a local host without a scheme is found over http, and the message says so", async () => {
  const asked = open({ "http://192.168.1.7:5230": "ok" });
  await fill("192.168.1.7:5230");
  await waitFor(() =>
    expect(said()).toEqual(["Connected to 192.168.1.7:5230 over http, without encryption"]),
  );
  expect(asked).toEqual(["https://192.168.1.7:5230", "http://192.168.1.7:5230"]);
});

test("an error from a server ends the search, and the password is not sent twice", async () => {
  const wrong = failure("UNAUTHENTICATED", "Wrong username or password.");
  const asked = open({ "https://nas.local": wrong, "http://nas.local": "ok" });
  await fill("nas.local");
  await screen.findByText(/Wrong username or password/);
  expect(asked).toEqual(["https://nas.local"]);
});

test("if no address responds, the last one is reported", async () => {
  open({});
  await fill("nas.local");
  await screen.findByText(/Could not reach http:\/\/nas\.local/);
});

test("a password is sent over http to the internet only after a warning", async () => {
  const asked = open({ "http://notes.example.org": "ok" });
  await fill("http://notes.example.org");
  await screen.findByText(/anyone on the network can read your password/);
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Connect without encryption" }));
  await waitFor(() => expect(asked).toEqual(["http://notes.example.org"]));
});

const code = "7KQ2M9XB12345678";
const refusedCode = failure("PERMISSION_DENIED", "the code is wrong");

function offer(url: string): void {
  useShell.setState({ offeredServer: { url, code } });
}

test("A34d · a link with a code names its server, and connects only after confirmation", async () => {
  offer("https://notes.example.org");
  const asked = open({ "https://notes.example.org": "ok" });
  await screen.findByRole("dialog", { name: "Connect to notes.example.org?" });
  expect(screen.getByText(/memos will be merged with the account’s/).textContent).toContain(
    "https://notes.example.org",
  );
  expect(screen.getByText(/Only continue if you created this code yourself/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(said()).toEqual(["Connected to notes.example.org"]));
  expect(asked).toEqual([`https://notes.example.org by ${code}`]);
});

test("a code is sent over http to the internet only after a warning", async () => {
  offer("http://notes.example.org");
  const asked = open({ "http://notes.example.org": refusedCode });
  await screen.findByRole("dialog", { name: "Connect to notes.example.org?" });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText(/^Over http, anyone on the network can read this code/);
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Connect without encryption" }));
  await screen.findByText(/This code is wrong, expired or already used/);
  expect(asked).toEqual([`http://notes.example.org by ${code}`]);
});

test("a link with a code is not offered if a server is already connected", async () => {
  offer("https://notes.example.org");
  const asked = open({}, undefined, "https://old.example.org");
  await screen.findByRole("dialog", { name: "Already connected to old.example.org" });
  expect(screen.queryByRole("button", { name: "Connect" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(useShell.getState().offeredServer).toBeNull());
  expect(asked).toEqual([]);
});

test("a code can be typed instead of a password, in any grouping", async () => {
  const last = Promise.resolve({ url: "https://notes.example.org", username: "ada" });
  const asked = open({ "https://notes.example.org": "ok" }, last);
  await screen.findByDisplayValue("https://notes.example.org");
  fireEvent.click(screen.getByRole("button", { name: "Use a code instead" }));
  const field = screen.getByLabelText("Code");
  expect(document.activeElement).toBe(field);
  expect(screen.getByLabelText<HTMLInputElement>("Server address").value).toBe(
    "https://notes.example.org",
  );
  fireEvent.change(field, { target: { value: "7kq2 m9xb" } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText("Enter all 16 letters and digits.");
  expect(asked).toEqual([]);
  fireEvent.change(field, { target: { value: "7kq2 m9xb 1234 5678" } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(asked).toEqual([`https://notes.example.org by ${code}`]));
});

test("a used-up code isn't called wrong, and isn't sent to another address", async () => {
  const last = Promise.resolve({ url: "nas.local", username: "ada" });
  const reason = "Could not reach nas.local.";
  const spent = failure("FAILED_PRECONDITION", reason, [{ field: "code", issue: "used up" }]);
  const asked = open({ "https://nas.local": spent, "http://nas.local": "ok" }, last);
  await screen.findByDisplayValue("nas.local");
  fireEvent.click(screen.getByRole("button", { name: "Use a code instead" }));
  fireEvent.change(screen.getByLabelText("Code"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  const alert = await screen.findByText(/Create a new code on the other device/);
  expect(alert.textContent).toContain(reason);
  expect(asked).toEqual([`https://nas.local by ${code}`]);
});

test("the form can switch back to username and password", async () => {
  open({});
  fireEvent.click(await screen.findByRole("button", { name: /^Use a code/ }));
  fireEvent.click(screen.getByRole("button", { name: /^Use a password/ }));
  expect(screen.getByLabelText("Username")).toBeTruthy();
  expect(screen.queryByLabelText("Code")).toBeNull();
});
