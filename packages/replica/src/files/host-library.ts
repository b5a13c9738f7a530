import type { DeviceDatabase, DeviceReadStores } from "@tidemark/core";
import { ok } from "@tidemark/core";
import {
  type AttachmentDeps,
  findUnused,
  listLibrary,
  removeUnused,
  type WaitingParts,
} from "@tidemark/core/attachment";
import type { AttachmentRecord, Caller } from "@tidemark/core/model";
import type { AppLibrary, AttachmentView, LibraryFile } from "@tidemark/core/router";
import { draftKeys } from "@tidemark/core/sync/device";
import { draftFilesKeys } from "./draft-files-keys.ts";

export interface HostLibraryDeps {
  readonly database: DeviceDatabase;
  readonly memoDeps: AttachmentDeps["memoDeps"];
  readonly caller: () => Promise<Caller>;
  /** Returns true if there is a server that has the content too. */
  readonly hasServer: () => boolean;
  /** Returns the views of attachments, in the same order. */
  readonly views: (records: readonly AttachmentRecord[]) => Promise<AttachmentView[]>;
}

/** Returns the app router's library of the owner's files. */
export function createHostLibrary(deps: HostLibraryDeps): AppLibrary {
  const { database, memoDeps, caller } = deps;

  async function shown(records: readonly AttachmentRecord[]): Promise<LibraryFile[]> {
    const views = await deps.views(records);
    const heads = await database.read(({ memos }) =>
      memos.heads(records.flatMap(({ memo }) => memo ?? [])),
    );
    const byId = new Map(heads.map((head) => [head.id, head]));
    return views.map((view, at) => {
      const record = records[at];
      const head = byId.get(record?.memo ?? "");
      return {
        ...view,
        createdMs: record?.createdMs ?? 0,
        memo:
          head === undefined
            ? null
            : {
                id: head.id,
                line: head.snippet,
                tags: head.tags,
                state: head.state,
                isTrashed: head.deletedMs !== null,
              },
      };
    });
  }

  return {
    async list({ cursor, ...query }) {
      const parts = await database.read(waitingIn);
      const asked = { ...query, pageToken: cursor ?? "" };
      const listed = await listLibrary(memoDeps, await caller(), asked, parts);
      if (!listed.ok) return listed;
      const { files, nextPageToken } = listed.value;
      return ok({
        files: await shown(files),
        nextCursor: nextPageToken === "" ? null : nextPageToken,
      });
    },
    async sizes() {
      const who = await caller();
      return database.read(async (stores) => {
        const { ids, bytes, isMore } = await findUnused(stores, who, await waitingIn(stores));
        const totals = await stores.attachments.shelfTotals(who.name);
        const hereBytes = deps.hasServer() ? (await stores.blobCache.usage()).totalBytes : null;
        return { ...totals, unused: { count: ids.length, bytes, isMore }, hereBytes };
      });
    },
    async unused() {
      const who = await caller();
      return database.read(async (stores) => findUnused(stores, who, await waitingIn(stores)));
    },
    removeUnused: async (ids) => ok(await removeUnused(deps, await caller(), ids, waitingIn)),
  };
}

async function waitingIn({ meta }: Pick<DeviceReadStores, "meta">): Promise<WaitingParts> {
  return { files: (await meta.all(draftFilesKeys)).flat(), texts: await meta.all(draftKeys) };
}
