import { err, invalidField, ok, type AppError, type Result } from "@tidemark/core";
import type { MemoChanges } from "@tidemark/core/memo";
import type { MemoInput } from "./input.ts";

/**
 * Replaces a body of the form `{"memo": {…}}`, which generated clients send, with the memo. A body with
 * a `content` key is already a memo.
 */
export function unwrapMemo(request: { body: unknown }): void {
  const { body } = request;
  if (typeof body !== "object" || body === null || !("memo" in body) || "content" in body) return;
  if (typeof body.memo === "object" && body.memo !== null) request.body = body.memo;
}

/** Returns the fields of a new memo. If a field has both forms' names, the current form's value wins. */
export function newMemoFields(input: MemoInput): MemoChanges & { readonly content: string } {
  const { content, pinned, visibility, location, updateTime, relations } = input;
  const state = input.state ?? input.rowStatus ?? null;
  const createTime = input.createTime ?? input.displayTime ?? null;
  const attachments = input.attachments ?? input.resources ?? null;
  return {
    content: content ?? "",
    ...(state !== null && { state }),
    ...(isGiven(visibility) && { visibility }),
    ...(isGiven(pinned) && { pinned }),
    ...(isGiven(location) && { location }),
    ...(input.space && { space: input.space }),
    ...(createTime !== null && { createdMs: createTime }),
    ...(isGiven(updateTime) && { updatedMs: updateTime }),
    ...(attachments !== null && { attachments }),
    ...(isGiven(relations) && { relations }),
  };
}

/**
 * Returns INVALID_ARGUMENT for a memo with neither a `content` key nor files. An empty `content` is
 * accepted, because clients fill it in later.
 */
export function checkSaysSomething(input: MemoInput): Result<null, AppError> {
  const files = input.attachments ?? input.resources ?? [];
  if (isGiven(input.content) || files.length > 0) return ok(null);
  return err(invalidField("content", "is required where there are no attachments"));
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
