import type { ProfileServices } from "@tidemark/replica";

/** A memo that was restored, with what undoing needs. */
export interface UndoStep {
  readonly id: string;
  /** True if it was created again. */
  readonly isNew: boolean;
  readonly wasTrashed: boolean;
  readonly before: string;
  readonly after: string;
  /** Ids of files that it got back. */
  readonly files: readonly string[];
}

/** Undoes restored memos, last first. Leaves those alone whose text was changed since. */
export async function undoRestore(
  { memos, caller }: ProfileServices,
  steps: readonly UndoStep[],
): Promise<void> {
  const who = await caller();
  for (const { id, isNew, wasTrashed, before, after, files } of steps.toReversed()) {
    const now = await memos.get(who, id, { showDeleted: false });
    if (!now.ok || now.value.content !== after) continue;
    if (!isNew) {
      await memos.update(who, id, async ({ attachments }) => {
        const left = (await attachments()).filter((file) => !files.includes(file));
        return { ok: true, value: { content: before, attachments: left } };
      });
    }
    if (isNew || wasTrashed) await memos.trash(who, id);
  }
}
