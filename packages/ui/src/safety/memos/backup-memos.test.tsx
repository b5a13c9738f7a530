import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type {
  BackupEntry,
  BackupMemo,
  BackupMemoPage,
  RestoreOutcome,
} from "@tidemark/core/router";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { blurAll } from "../../tags/blur.ts";
import { RestoreOutcome as OutcomeMessage } from "../restore-outcome.tsx";
import { BackupMemos } from "./backup-memos.tsx";

afterEach(() => {
  cleanup();
  blurAll(false);
  useFeedback.setState({ snackbars: [], undoable: [] });
});

const backup: BackupEntry = {
  name: "tidemark-1",
  madeMs: Date.UTC(2026, 0, 2, 12),
  why: "asked",
  memos: 2,
  files: 0,
  bytes: 1,
  fileBytes: 0,
  isOwn: true,
  device: "desk",
};

function memo(id: string, now: BackupMemo["now"]): BackupMemo {
  return {
    id,
    text: `text of ${id}`,
    tags: [],
    createdMs: Date.UTC(2026, 0, 1, 12),
    files: 0,
    isComment: false,
    wasTrashed: false,
    now,
  };
}

const noPage: BackupMemoPage = { memos: [], nextCursor: null, failure: null };

function open(page: Partial<BackupMemoPage>, outcome: RestoreOutcome | null = null) {
  const asked: unknown[] = [];
  const mutation = (name: string, answer: unknown) => ({
    mutate: async (input: unknown) => {
      asked.push([name, input]);
      return answer;
    },
  });
  const client = {
    backups: {
      memos: { query: async () => ({ ...noPage, ...page }) },
      outcome: { query: async () => outcome },
      restoreMemos: mutation("restore", {
        restored: 1,
        refused: 0,
        missingFiles: 1,
        failure: null,
        undo: "u",
      }),
      undoRestoreMemos: mutation("undo", null),
      leaveMemos: mutation("leave", undefined),
      seeOutcome: mutation("see", undefined),
    },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <BackupMemos backup={backup} close={() => undefined} />
        <OutcomeMessage />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return asked;
}

test("restores the selected memos of a backup, and offers to undo it until that is answered", async () => {
  const asked = open({ memos: [memo("a", "same"), memo("b", "changed"), memo("c", "gone")] });
  const [same, changed] = await screen.findAllByRole<HTMLInputElement>("checkbox", {
    name: /^text of/,
  });
  expect(same?.disabled).toBe(true);
  if (changed !== undefined) fireEvent.click(changed);
  fireEvent.click(screen.getByRole("button", { name: "Restore 1 memo" }));
  await waitFor(() => expect(asked).toEqual([["restore", { name: "tidemark-1", ids: ["b"] }]]));
  await waitFor(() =>
    expect(useFeedback.getState().snackbars).toMatchObject([
      { text: "1 memo restored. 1 file isn’t in the backup.", stays: true },
    ]),
  );
  useFeedback.getState().undo();
  await waitFor(() => expect(asked.at(-1)).toEqual(["undo", { undo: "u" }]));
});

test("reports a damaged backup, and hides the words of memos while all are blurred", async () => {
  open({ failure: "damaged" });
  await screen.findByText("This backup is damaged. Choose another one.");
  cleanup();
  blurAll(true);
  open({ memos: [memo("b", "changed")] });
  await screen.findByRole("checkbox", { name: /hidden|blurred/i });
  expect(screen.queryByRole("checkbox", { name: /text of/ })).toBeNull();
  expect(screen.getByText("text of b").closest("[inert]")).not.toBeNull();
});

test("shows the outcome of a restore until it is closed", async () => {
  const restored = { madeMs: Date.UTC(2026, 0, 2, 12), memos: 3, atMs: 1 };
  const asked = open({}, { restored, failure: null });
  await screen.findByText(/^Restored 3 memos from/);
  fireEvent.click(screen.getByLabelText("Dismiss"));
  await waitFor(() => expect(asked).toContainEqual(["see", undefined]));
  expect(screen.queryByText(/^Restored 3 memos from/)).toBeNull();
});
