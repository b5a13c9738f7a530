import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { TransferJob, TransferRow } from "@tidemark/core/router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { transferBy } from "../shell/host-transfer.ts";
import { setUi } from "../state/ui-state.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportWatch } from "./import-watch.tsx";
import { useSending } from "./use-transfer.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setUi({ importing: null });
  useFeedback.setState({ snackbars: [] });
  useSending.setState({ sending: null, problem: null, last: null, awaited: null });
});

const blank: TransferJob = {
  id: "job",
  type: "import",
  phase: "planned",
  format: "markdown",
  label: 'the Markdown files of "Notes"',
  counts: { new: 2, same: 1, skipped: 0, problems: 1 },
  inFolders: 0,
  made: 0,
  kept: 0,
  run: null,
  isStopped: false,
  failure: null,
};

const rows: readonly TransferRow[] = [
  { outcome: "problem", path: "bad.md", code: "no-file", words: "it shows x.png" },
  { outcome: "new", path: "One.md", code: "", words: "" },
];

/** Opens the dialog over a host with a given job, which it names once `isReady`. Returns the requests. */
function open(first: TransferJob | null, isReady?: Promise<void>) {
  const asked: unknown[] = [];
  const host = { job: first, after: first };
  const mutation = (name: string) => ({
    mutate: async (input?: unknown) => {
      asked.push(input === undefined ? name : [name, input]);
      host.job = host.after;
      return host.job;
    },
  });
  const client = {
    transfer: {
      state: {
        async query() {
          await isReady;
          return { job: host.job, export: null };
        },
      },
      rows: {
        query: async ({ outcome }: { outcome: string | null }) => {
          const some = rows.filter((row) => outcome === null || row.outcome === outcome);
          return { rows: some, total: outcome === null ? 600 : some.length };
        },
      },
      runs: { query: async () => [] },
      begin: mutation("begin"),
      run: mutation("run"),
      stop: mutation("stop"),
      undo: mutation("undo"),
    },
  } as unknown as TidemarkClient;
  const queries = new QueryClient();
  setUi({ importing: { dropped: [] } });
  render(
    <QueryClientProvider client={queries}>
      <ClientProvider value={client}>
        <ImportDialog />
        <ImportWatch />
      </ClientProvider>
    </QueryClientProvider>,
  );
  const show = async (job: TransferJob | null): Promise<void> => {
    host.job = job;
    await queries.invalidateQueries();
  };
  return { asked, host, show };
}

const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const saidNow = (): string[] => useFeedback.getState().snackbars.map(({ text }) => text);

test("shows the planned result of every note, and by outcome", async () => {
  const { asked } = open(blank);
  await screen.findByText("Markdown files: Notes");
  const list = await screen.findByRole("region", { name: "Contents" });
  await within(list).findByText("bad.md");
  expect(within(list).getByText("It shows x.png.")).toBeTruthy();
  expect(within(list).getByText("598 more lines aren’t shown")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "New 2" }));
  await waitFor(() => expect(within(list).queryByText("bad.md")).toBeNull());
  await within(list).findByText("One.md");
  fireEvent.click(screen.getByRole("radio", { name: "Skipped 0" }));
  await within(list).findByText("No matching notes.");
  expect(asked).toEqual([]);
});

test("notes with problems can be copied as text", async () => {
  const written: string[] = [];
  const clipboard = { writeText: async (text: string) => void written.push(text) };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard }));
  open(blank);
  fireEvent.click(await screen.findByRole("radio", { name: "Problems 1" }));
  fireEvent.click(await screen.findByRole("button", { name: "Copy these lines" }));
  await waitFor(() => expect(written).toEqual(["Problems\tbad.md\tIt shows x.png."]));
});

test("runs while the dialog is closed, and offers an undo at its end", async () => {
  const { asked, host, show } = open(blank);
  host.after = { ...blank, phase: "running" };
  fireEvent.click(await screen.findByRole("button", { name: "Import 2 memos" }));
  await screen.findByText("0 of 2 memos");
  await show({ ...blank, phase: "running", made: 1 });
  await screen.findByText("1 of 2 memos");
  setUi({ importing: null });
  const pill = await screen.findByRole("region", { name: "Importing" });
  expect(pill.textContent).toContain("1 of 2 memos");
  await show({ ...blank, phase: "done", made: 2, run: "run-1" });
  await waitFor(() => expect(saidNow()).toEqual(["2 memos added"]));
  host.after = { ...blank, id: "undo", type: "undo", phase: "done", made: 2 };
  useFeedback.getState().undo(useFeedback.getState().snackbars[0]?.id);
  await waitFor(() =>
    expect(asked).toEqual([
      ["run", { folders: "tags" }],
      ["undo", { run: "run-1" }],
    ]),
  );
  await waitFor(() => expect(saidNow()).toEqual(["2 memos moved to the trash"]));
});

test("asks for the folders of notes, if there are some", async () => {
  const { asked } = open({ ...blank, inFolders: 2 });
  const choice = await screen.findByRole("group", { name: "Folders of 2 notes" });
  expect(within(choice).getByRole("radio", { name: "As tags" })).toHaveProperty("checked", true);
  fireEvent.click(within(choice).getByRole("radio", { name: "As the first line" }));
  fireEvent.click(button("Import 2 memos"));
  await waitFor(() => expect(asked).toEqual([["run", { folders: "line" }]]));
});

test("a slow answer moves the focus to the main control of its step", async () => {
  const answer = Promise.withResolvers<void>();
  open(blank, answer.promise);
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(document.activeElement).toBe(dialog));
  answer.resolve();
  const start = await screen.findByRole("button", { name: "Import 2 memos" });
  await waitFor(() => expect(document.activeElement).toBe(start));
});

test("opens on the main control of its step", async () => {
  open(blank);
  const start = await screen.findByRole("button", { name: "Import 2 memos" });
  expect(screen.queryByRole("group", { name: /^Folders/ })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(start));
});

test("starts over after an undo that ended while it was closed", async () => {
  const { asked, host } = open({ ...blank, type: "undo", phase: "done", made: 2 });
  host.after = null;
  await screen.findByRole("button", { name: "Choose a folder…" });
  expect(asked).toEqual(["stop"]);
});

test("is undone by Ctrl+Z, also while its result is shown", async () => {
  const { asked, host, show } = open({ ...blank, phase: "running" });
  await screen.findByText("0 of 2 memos");
  await show({ ...blank, phase: "done", made: 2, run: "run-1" });
  host.after = { ...blank, id: "undo", type: "undo", phase: "done", made: 2 };
  fireEvent.keyDown(await screen.findByRole("button", { name: "Done" }), {
    key: "z",
    ctrlKey: true,
  });
  await waitFor(() => expect(asked).toEqual([["undo", { run: "run-1" }]]));
  expect((await screen.findByRole("status")).textContent).toBe("2 memos moved to the trash");
});

test("shows its result, and starts over after it was closed", async () => {
  const { asked, host } = open({ ...blank, phase: "done", made: 2, run: "run-1" });
  host.after = null;
  expect((await screen.findByRole("status")).textContent).toBe("2 memos added");
  expect(button("Undo")).toBeTruthy();
  fireEvent.click(button("Done"));
  await waitFor(() => expect(asked).toEqual(["stop"]));
  expect(saidNow()).toEqual([]);
});

test("reports that nothing is new, and offers no import", async () => {
  open({ ...blank, counts: { new: 0, same: 3, skipped: 0, problems: 0 } });
  await screen.findByText("Nothing new to import.");
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
});

test("explains why a source is rejected", async () => {
  const failure = { code: "bomb", words: "the archive gets 300 times larger", people: [] };
  const { asked, host } = open({ ...blank, phase: "failed", counts: null, failure });
  host.after = null;
  expect((await screen.findByRole("alert")).textContent).toBe("The archive gets 300 times larger.");
  fireEvent.click(button("Choose something else"));
  await screen.findByRole("button", { name: "Choose files…" });
  expect(asked).toEqual(["stop"]);
});

test("asks for the user, and reads the same source again", async () => {
  const failure = { code: "no-user", words: "", people: ["ada", "bob"] };
  const { asked, host } = open({ ...blank, phase: "failed", counts: null, failure });
  useSending.setState({ last: { staged: "0123456789abcdef" } });
  await screen.findByRole("group", { name: "Whose memos?" });
  expect(button("Continue")).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("radio", { name: "bob" }));
  host.after = { ...blank, phase: "reading" };
  fireEvent.click(button("Continue"));
  await waitFor(() =>
    expect(asked).toEqual([["begin", { from: { staged: "0123456789abcdef" }, user: "bob" }]]),
  );
});

test("reads a server by its address and a token, which isn't stored", async () => {
  const { asked, host } = open(null);
  host.after = { ...blank, phase: "reading", counts: null };
  const type = (label: string, value: string): void =>
    void fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText("Server address");
  type("Server address", "ftp://memos.example");
  type("Access token", "secret");
  fireEvent.click(button("See what’s there"));
  expect(asked).toEqual([]);
  type("Server address", "http://memos.example");
  fireEvent.click(button("See what’s there"));
  // Everybody on the way could read it: that is said first.
  expect((await screen.findByRole("alert")).textContent).toContain("isn’t encrypted");
  expect(asked).toEqual([]);
  fireEvent.click(button("Look anyway"));
  await waitFor(() =>
    expect(asked).toEqual([["begin", { from: { url: "http://memos.example", token: "secret" } }]]),
  );
  expect(JSON.stringify(useSending.getState())).not.toContain("secret");
});

test("uploads files under their paths, then reads them", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url.replace(/import\/[^/]+/, "import/STAGE")}`);
    return new Response(null, { status: 204 });
  });
  const { asked, host } = open(null);
  host.after = { ...blank, phase: "reading", counts: null };
  await screen.findByRole("button", { name: "Choose files…" });
  const input = document.querySelector<HTMLInputElement>('[data-import="files"]')!;
  const file = new File(["x"], "a b#.md", { lastModified: 5 });
  Object.defineProperty(input, "files", { value: [file] });
  fireEvent.change(input);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(sent).toEqual(["PUT /import/STAGE/a%20b%23.md?modified=5"]);
});

test("gives a host that isn't reached by requests the files themselves", async () => {
  const staged: unknown[] = [];
  transferBy({ stage: async (_stage, files) => void staged.push(files), download: async () => {} });
  onTestFinished(() => transferBy(null));
  const { asked, host } = open(null);
  host.after = { ...blank, phase: "reading", counts: null };
  await screen.findByRole("button", { name: "Choose files…" });
  const file = new File(["x"], "a b#.md");
  setUi({ importing: { dropped: [file] } });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(staged).toEqual([[{ path: "a b#.md", file }]]);
});

test("reports an upload that the host rejects, and removes the uploaded files", async () => {
  const error = {
    type: "app-error",
    code: "TOO_LARGE",
    message: "it is larger than 5 bytes",
    fields: [],
  };
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) => {
    sent.push(method ?? "");
    return Response.json({ error }, { status: 413 });
  });
  const { asked } = open(null);
  await screen.findByRole("button", { name: "Choose files…" });
  setUi({ importing: { dropped: [new File(["x"], "a.md")] } });
  expect((await screen.findByRole("alert")).textContent).toBe("It is larger than 5 bytes.");
  expect(sent).toEqual(["PUT", "DELETE"]);
  expect(asked).toEqual([]);
});
