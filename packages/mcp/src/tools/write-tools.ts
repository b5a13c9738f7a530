import { appError, type AppError, err, ok } from "@tidemark/core";
import { taskLines, toggleTask } from "@tidemark/core/markdown";
import type { PatchResolver } from "@tidemark/core/memo";
import { textHash } from "@tidemark/core/text";
import { z } from "zod";
import { showHidden } from "../text/visible-text.ts";
import { memoName, writtenMemo, writtenOutput } from "./memo-output.ts";
import { applyEdits, quotedEdit } from "./quoted-edits.ts";
import { defineTool, type Tool } from "./tool.ts";

const text = z.string().max(1_000_000);

const createMemo = defineTool({
  name: "create_memo",
  title: "Write a memo",
  description:
    "Creates a memo in Markdown. Only the person can read it. Tags are written in the text: `#sea`. A first line with `# ` is the title.",
  effect: "write",
  isIdempotent: false,
  input: z.object({
    content: text.min(1),
    requestId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Your own id of this call. Repeating the call with it returns the same memo."),
  }),
  output: writtenOutput,
  run: async ({ memos, caller }, { content, requestId }) => {
    const id =
      requestId === undefined ? undefined : textHash(`${caller.name} ${requestId}`).slice(0, 32);
    const made = await memos.create(caller, {
      content,
      visibility: "PRIVATE",
      ...(id !== undefined && { id: `a${id}` }),
    });
    if (made.ok || id === undefined || made.error.code !== "ALREADY_EXISTS") {
      return writtenMemo(made, caller);
    }
    return writtenMemo(await memos.get(caller, `a${id}`, { showDeleted: true }), caller);
  },
});

const editMemo = defineTool({
  name: "edit_memo",
  title: "Edit a memo",
  description:
    "Replaces passages of a memo's text, or adds text at its end or beginning. Each `find` must occur exactly once in the " +
    "current text, so quote enough of it. Edits that other people or devices make at the same time are kept. The earlier text stays in the history.",
  effect: "write",
  isIdempotent: false,
  input: z.object({
    name: memoName,
    edits: z.array(quotedEdit).max(50).default([]),
    append: text.default("").describe("Text to add as a paragraph at the end."),
    prepend: text.default("").describe("Text to add as a paragraph at the beginning."),
  }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name, edits, append, prepend }) => {
    const resolve: PatchResolver = async ({ memo }) => {
      const edited = applyEdits(memo.content, { edits, append, prepend });
      return edited.ok ? ok({ content: edited.value }) : edited;
    };
    return writtenMemo(
      await memos.update(caller, name, resolve, { textReason: "overwrite" }),
      caller,
    );
  },
});

const setTask = defineTool({
  name: "set_task",
  title: "Check off a task",
  description: "Checks or unchecks a task that list_tasks returned.",
  effect: "write",
  isIdempotent: true,
  input: z.object({
    name: memoName,
    index: z.int().min(0),
    text: z.string().max(10_000).describe("`text` of the task, to be sure it is that one."),
    done: z.boolean(),
  }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name, index, text: wanted, done }) => {
    const resolve: PatchResolver = async ({ memo }) => {
      const { lines } = taskLines(memo.content);
      // As list_tasks has written it.
      const named = lines.filter((line) => showHidden(line.text) === wanted);
      // Another device may have added tasks above it.
      const task =
        named.find((line) => line.index === index) ?? (named.length === 1 ? named[0] : undefined);
      const content = task === undefined ? null : toggleTask(memo.content, task.index, done);
      return content === null ? err(changedSince("this task")) : ok({ content });
    };
    return writtenMemo(await memos.update(caller, name, resolve, { textReason: "edit" }), caller);
  },
});

const updateMemo = defineTool({
  name: "update_memo",
  title: "Pin or archive a memo",
  description: "Pins a memo, archives it, or undoes that.",
  effect: "write",
  isIdempotent: true,
  input: z.object({
    name: memoName,
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
  }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name, pinned, archived }) => {
    const changes = {
      ...(pinned !== undefined && { pinned }),
      ...(archived !== undefined && {
        state: archived ? ("ARCHIVED" as const) : ("NORMAL" as const),
      }),
    };
    return writtenMemo(await memos.update(caller, name, changes), caller);
  },
});

const addComment = defineTool({
  name: "add_comment",
  title: "Comment on a memo",
  description: "Adds a comment to a memo. Everyone who can read the memo can read the comment.",
  effect: "write",
  isIdempotent: false,
  input: z.object({ name: memoName, content: text.min(1) }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name, content }) => {
    return writtenMemo(await memos.create(caller, { content, parent: name }), caller);
  },
});

const trashMemo = defineTool({
  name: "trash_memo",
  title: "Move a memo to the trash",
  description:
    "Moves one of the person's memos to the trash. restore_memo brings it back until the trash is emptied.",
  effect: "remove",
  isIdempotent: true,
  input: z.object({ name: memoName }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name }) => {
    return writtenMemo(await memos.trash(caller, name), caller);
  },
});

const restoreMemo = defineTool({
  name: "restore_memo",
  title: "Restore a memo",
  description:
    "Brings a memo back from the trash, or an earlier text of a memo that list_revisions returned.",
  effect: "write",
  isIdempotent: true,
  input: z.object({
    name: memoName,
    revision: z
      .string()
      .max(200)
      .optional()
      .describe("The earlier text; leave it out to bring the memo back from the trash."),
  }),
  output: writtenOutput,
  run: async ({ memos, caller }, { name, revision }) => {
    const restored =
      revision === undefined
        ? await memos.restore(caller, name)
        : await memos.restoreRevision(caller, name, revision);
    return writtenMemo(restored, caller);
  },
});

/** Returns the error for something that is no longer as the assistant has seen it. */
function changedSince(thing: string): AppError {
  return appError("FAILED_PRECONDITION", `${thing} has changed; read the memo again`);
}

/** Tools that change memos. */
export const writeTools: readonly Tool[] = [
  createMemo,
  editMemo,
  setTask,
  updateMemo,
  addComment,
  trashMemo,
  restoreMemo,
];
