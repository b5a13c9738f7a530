import type { DeviceDatabase } from "@tidemark/core";
import type { AttachmentService } from "@tidemark/core/attachment";
import type { MemoDeps } from "@tidemark/core/memo";
import type { BlobSync } from "@tidemark/core/sync/device";
import { pastTextsMs, revisionsInFullMs } from "@tidemark/core/upkeep";
import type { OpenDatabase } from "@tidemark/db";
import type { ChangeHub } from "../changes/change-hub.ts";
import { sweepLocalBlobs } from "../files/sweep-local-blobs.ts";
import { inBackground } from "../platform/background.ts";
import type { Platform } from "../platform/platform.ts";
import { type EraseDeleted, eraseDeleted } from "./erase-deleted.ts";
import { indexLateTexts, type LateTextsDeps } from "./index-late-texts.ts";
import { purgeLocalTrash } from "./purge-local-trash.ts";

export interface ProfileUpkeepDeps {
  readonly opened: OpenDatabase<DeviceDatabase>;
  readonly machine: Pick<Platform, "expireCopies" | "pause">;
  readonly memoDeps: Pick<MemoDeps<DeviceDatabase>, "database" | "journal" | "clock">;
  readonly attachments: Pick<AttachmentService, "sweep">;
  readonly blobSync: Pick<BlobSync, "eraseDeleted">;
  readonly changes: Pick<ChangeHub, "listen">;
  readonly status: LateTextsDeps["status"];
  readonly log: (line: string) => void;
}

export interface ProfileUpkeep extends AsyncDisposable {
  /** Resolves when the trash of a profile without a server has been purged. */
  readonly trashed: Promise<void>;
  eraseDeleted: EraseDeleted["now"];
}

const dayMs = 86_400_000;

/** Delay before work left by an earlier process, to let the first page load before. */
const afterStartMs = 3_000;

/** Maximum number of revisions to delete per start. */
const thinnedAtStart = 1_000;

/** Starts the background tasks of an open profile, which run until it is disposed. */
export function startUpkeep(deps: ProfileUpkeepDeps): ProfileUpkeep {
  const { opened, machine, memoDeps, attachments, blobSync, changes, status, log } = deps;
  machine.expireCopies(Date.now());
  const expiring = inBackground(setInterval(() => machine.expireCopies(Date.now()), dayMs));
  const erasing = eraseDeleted({
    database: opened.database,
    eraseFiles: () => blobSync.eraseDeleted(),
    eraseInPlace: () => opened.eraseInPlace(),
    eraseDeletedText: () => opened.eraseDeletedText(),
    nowMs: Date.now,
    log,
  });
  const lateTexts = indexLateTexts({
    database: opened.database,
    status,
    pause: () => machine.pause(),
    log,
  });
  const resuming = inBackground(
    setTimeout(() => {
      lateTexts.noticed();
      lateTexts.index();
    }, afterStartMs),
  );
  changes.listen(() => {
    erasing.noticed();
    lateTexts.noticed();
  });
  const trash = purgeLocalTrash({ memoDeps, nowMs: Date.now, log });
  const sweeping = sweepLocalBlobs({ attachments, log });
  return {
    trashed: trash.first,
    eraseDeleted: () => erasing.now(),
    async [Symbol.asyncDispose]() {
      clearInterval(expiring);
      clearTimeout(resuming);
      await trash[Symbol.asyncDispose]();
      await sweeping[Symbol.asyncDispose]();
      await lateTexts[Symbol.asyncDispose]();
      await erasing[Symbol.asyncDispose]();
    },
  };
}

/** Deletes expired revisions and ended documents. */
export async function thinHistory({ database }: OpenDatabase<DeviceDatabase>): Promise<void> {
  await database.write(async ({ revisions, endedDocuments }) => {
    await revisions.thin(Date.now() - revisionsInFullMs, thinnedAtStart);
    await endedDocuments.removeBefore(Date.now() - pastTextsMs, thinnedAtStart);
  });
}
