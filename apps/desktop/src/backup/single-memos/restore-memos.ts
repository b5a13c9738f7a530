import type { Caller, AttachmentRecord, MemoRecord } from "@tidemark/core/model";
import { type UserReference, usernameOf } from "@tidemark/core/names";
import { type ProfileServices, restoredMemoKeys } from "@tidemark/replica";
import type { ReadBackup } from "./read-backup.ts";
import { isSameText, missingFiles } from "./list-memos.ts";
import { findPresent, type PresentMemo } from "./present-memos.ts";
import { addressesRenamed, idsInAddresses } from "./renamed-addresses.ts";
import { restoreFiles } from "./restore-files.ts";
import type { UndoStep } from "./undo-restore.ts";

export interface RestoredSingly {
  readonly steps: readonly UndoStep[];
  /** Number of memos that changed, without the comments that came back with theirs. */
  readonly restored: number;
  readonly refused: number;
  readonly missingFiles: number;
  /** Error that ended it early, such as a full disk; null if it finished. */
  readonly error: unknown;
}

/** Memos whose ids are looked up at once. */
const lookedUp = 20;

/**
 * Restores memos of a backup by ordinary writes, each in a transaction of its own. A memo that is still here
 * gets its text from the backup as an edit, and the files that it lacks. One that was removed for good is
 * created again, with its comments.
 */
export async function restoreMemos(
  backup: ReadBackup,
  services: ProfileServices,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<RestoredSingly> {
  const restorer = new MemoRestorer(backup, services, await services.caller());
  let error: unknown = null;
  try {
    await restorer.chooseIds(ids);
    for (const id of ids) {
      signal.throwIfAborted();
      await restorer.restore(id);
    }
  } catch (thrown) {
    error = thrown;
  }
  const { steps, restored, refused, missing } = restorer;
  return { steps, restored, refused, missingFiles: missing, error };
}

class MemoRestorer {
  readonly steps: UndoStep[] = [];
  restored = 0;
  refused = 0;
  missing = 0;
  readonly #backup: ReadBackup;
  readonly #services: ProfileServices;
  readonly #who: Caller;
  readonly #done = new Set<string>();
  /** Ids of memos and files on this device by their id in the backup, where they differ. */
  readonly #newIds = new Map<string, string>();

  constructor(backup: ReadBackup, services: ProfileServices, who: Caller) {
    this.#backup = backup;
    this.#services = services;
    this.#who = who;
  }

  /** Chooses the ids of memos that will be created, so that links between them can be kept. */
  async chooseIds(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += lookedUp) {
      const some = ids.slice(at, at + lookedUp);
      const present = await this.#present(some);
      for (const id of some) {
        this.#newIds.set(id, present.get(id)?.memo.id ?? this.#services.memoDeps.newId());
      }
    }
  }

  async restore(id: string): Promise<void> {
    if (this.#done.has(id)) return;
    this.#done.add(id);
    const then = await this.#find(id);
    if (then === null) return void (this.refused += 1);
    const present = (await this.#present([id])).get(id);
    if (present !== undefined) return this.#bringBack(then, present);
    if (then.parent === null) return this.#createWithComments(then);
    const parent = await this.#restoredParent(then.parent);
    // Creating the parent again created its comments too.
    const isMade = (await this.#present([id])).has(id);
    if (!isMade && (await this.#create(then, parent)) !== null) this.restored += 1;
  }

  #present(ids: readonly string[]): Promise<Map<string, PresentMemo>> {
    return findPresent(this.#services.memoDeps.database, ids, this.#who.name);
  }

  async #find(id: string): Promise<MemoRecord | null> {
    const found = await this.#backup.database.read(({ memos }) => memos.find(id));
    return found?.creator === this.#backup.user ? found : null;
  }

  /** Returns the id of the memo that a comment is on, which is restored if it isn't here; null if it can't be. */
  async #restoredParent(id: string): Promise<string | null> {
    const { memos } = this.#services;
    const now = (await this.#present([id])).get(id)?.memo.id ?? id;
    if ((await memos.get(this.#who, now, { showDeleted: false })).ok) return now;
    if ((await this.#find(id)) === null) return null;
    await this.restore(id);
    return (await this.#present([id])).get(id)?.memo.id ?? null;
  }

  async #filesOf(id: string): Promise<AttachmentRecord[]> {
    return this.#backup.database.read(({ attachments }) => attachments.listByMemos([id]));
  }

  async #restoreFiles(files: readonly AttachmentRecord[]) {
    const restored = await restoreFiles(this.#backup, this.#services, this.#who, files);
    this.missing += restored.missing;
    for (const [id, newId] of restored.ids) this.#newIds.set(id, newId);
    return restored;
  }

  /** Returns a text of the backup with the addresses that its memos and files have now. */
  async #renamed(text: string): Promise<string> {
    const unknown = idsInAddresses(text).filter((id) => !this.#newIds.has(id));
    await this.#services.memoDeps.database.read(async ({ meta, memos }) => {
      const present = new Set((await memos.heads(unknown)).map(({ id }) => id));
      for (const id of unknown) {
        const newId = present.has(id) ? null : await meta.get(restoredMemoKeys.at(id));
        if (newId !== null) this.#newIds.set(id, newId);
      }
    });
    return addressesRenamed(text, this.#newIds);
  }

  async #bringBack(then: MemoRecord, present: PresentMemo): Promise<void> {
    const { memos } = this.#services;
    const { memo } = present;
    const wasTrashed = memo.deletedMs !== null;
    if (wasTrashed && !(await memos.restore(this.#who, memo.id)).ok) {
      return void (this.refused += 1);
    }
    const files = await this.#filesOf(then.id);
    for (const { id, sha256 } of files) {
      const now = present.files.find((file) => file.id === id || file.sha256 === sha256);
      if (now !== undefined) this.#newIds.set(id, now.id);
    }
    const { ids, made } = await this.#restoreFiles(missingFiles(files, present));
    const isSame = isSameText(then, memo) && made.length === 0;
    const content = isSame ? memo.content : await this.#renamed(then.content);
    const attachments = [...present.files.map(({ id }) => id), ...ids.values()];
    const isChanged = content !== memo.content || ids.size > 0;
    if (isChanged) {
      const changes = { content, ...(ids.size > 0 && { attachments }) };
      const done = await memos.update(this.#who, memo.id, changes, { textReason: "restore" });
      if (!done.ok) return this.#refuse(made);
    }
    if (!isChanged && !wasTrashed) return;
    const texts = { before: memo.content, after: content, files: [...ids.values()] };
    this.restored += 1;
    this.steps.push({ id: memo.id, isNew: false, wasTrashed, ...texts });
  }

  async #createWithComments(then: MemoRecord): Promise<void> {
    const id = await this.#create(then, null);
    if (id === null) return;
    this.restored += 1;
    await this.#createComments(then.id, id);
  }

  async #createComments(of: string, on: string): Promise<void> {
    const children = await this.#backup.database.read(({ memos }) => memos.children([of]));
    for (const child of (children.get(of) ?? []).toReversed()) {
      if (this.#done.has(child.id)) continue;
      const then = await this.#backup.database.read(({ memos }) => memos.find(child.id));
      if (then === null || then.deletedMs !== null) continue;
      this.#done.add(child.id);
      const id = await this.#create(then, on);
      if (id !== null) await this.#createComments(child.id, id);
    }
  }

  /** Creates a memo again. Returns its id, or null if it is refused. It is private, whoever read it before. */
  async #create(then: MemoRecord, parent: string | null): Promise<string | null> {
    const { memos, memoDeps } = this.#services;
    const files = await this.#filesOf(then.id);
    const { ids, made } = await this.#restoreFiles(files);
    const content = withAuthor(await this.#renamed(then.content), then, this.#backup.user);
    const id = this.#newIds.get(then.id) ?? memoDeps.newId();
    this.#newIds.set(then.id, id);
    // Noted first: an interruption then never leads to a second copy.
    await memoDeps.database.write(({ meta }) => meta.set(restoredMemoKeys.at(then.id), id));
    const { createdMs, pinned, state, location } = then;
    const fields = { createdMs, pinned, state, location, attachments: [...ids.values()] };
    const input = { id, content, ...fields, ...(parent !== null && { parent }) };
    const done = await memos.create(this.#who, input);
    if (!done.ok) {
      await this.#refuse(made);
      return null;
    }
    const texts = { before: "", after: done.value.content, files: [] };
    this.steps.push({ id, isNew: true, wasTrashed: false, ...texts });
    return id;
  }

  async #refuse(made: readonly string[]): Promise<void> {
    this.refused += 1;
    if (made.length > 0) await this.#services.attachments.remove(this.#who, made);
  }
}

/** Names the author of another user's comment, since the restored one is the user's. */
function withAuthor(content: string, { creator }: MemoRecord, user: UserReference): string {
  return creator === user ? content : `${usernameOf(creator)}: ${content}`;
}
