import { createHash, randomBytes } from "node:crypto";
import { createPageTokens, newResourceId, type Database } from "@tidemark/core";
import {
  createAttachmentService,
  defaultAttachmentLimits,
  type AttachmentLimits,
  type AttachmentService,
} from "@tidemark/core/attachment";
import { createAuthService, type AuthService } from "@tidemark/core/auth";
import {
  createMemoService,
  createServedTexts,
  defaultMemoLimits,
  type MemoService,
} from "@tidemark/core/memo";
import {
  createHybridClock,
  createServerJournal,
  createSyncServer,
  protocolRange,
  type SyncServer,
} from "@tidemark/core/sync";
import { clientIdFrom } from "@tidemark/core/text";
import { hashPassword, verifyPassword } from "./auth/password-hash.ts";
import type { Files } from "./files/file-reply.ts";
import { inspectMedia } from "./files/inspect-media.ts";
import { openInstance } from "./instance.ts";
import { createPokes, type Pokes } from "./sync/pokes.ts";

/** Everything that the server does, free of HTTP. */
export interface Services {
  readonly database: Database;
  readonly auth: AuthService;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly attachmentLimits: () => AttachmentLimits;
  /** Where the bytes of attachments are. */
  readonly files: Files;
  /** The id of the memo that a share link's token opens; null when it opens none. */
  readonly resolveShare: (token: string) => Promise<string | null>;
  readonly sync: SyncServer;
  /** Says which scopes moved, once the change is committed. */
  readonly pokes: Pokes;
}

export interface ServiceOptions {
  readonly files: Files;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Whether what cameras write into files is kept for this user. */
  readonly keepsMediaMetadata?: (user: string) => Promise<boolean>;
  readonly resolveShare?: Services["resolveShare"];
  readonly nowMs?: () => number;
}

/** Builds the services over an open database; REST and sync write through the same ones. */
export async function createServices(
  stores: Database,
  {
    files,
    nowMs = Date.now,
    attachmentLimits = () => defaultAttachmentLimits,
    keepsMediaMetadata = async () => false,
    resolveShare = async () => null,
  }: ServiceOptions,
): Promise<Services> {
  const instance = await openInstance(stores);
  const pokes = createPokes();
  // Listeners are told after the commit: a device that pulls at once must find the change.
  const database: Database = {
    read: (work) => stores.read(work),
    async write(work) {
      const moved = new Set<string>();
      const result = await pokes.collect(moved, () => stores.write(work));
      pokes.send(moved);
      return result;
    },
  };
  const random = (count: number): Uint8Array => randomBytes(count);
  const newId = (): string => newResourceId(random);
  const clock = createHybridClock({ node: instance.clockNode, wallMs: nowMs });
  const pageTokens = createPageTokens(instance.pageTokenKey);
  const servedTexts = createServedTexts();
  const journal = createServerJournal({
    clock,
    newId,
    servedTexts,
    onScopes: (scopes) => pokes.note(scopes),
  });
  const memoDeps = {
    database,
    servedTexts,
    journal,
    clock,
    pageTokens,
    limits: () => defaultMemoLimits,
    newId,
    // One id for all that the server writes into a memo's text, so that its document stays small.
    // With the epoch in it: a restored server must not use an id again with other text.
    textClientId: (memo: string, gen: number) =>
      clientIdFrom(`server\n${instance.epoch}\n${memo}\n${gen}`),
  };
  return {
    database,
    auth: createAuthService({
      database,
      pageTokens,
      nowMs,
      randomBytes: random,
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      hashPassword,
      verifyPassword,
    }),
    memos: createMemoService(memoDeps),
    attachments: createAttachmentService({
      memoDeps,
      blobs: files.blobs,
      inspectMedia,
      limits: attachmentLimits,
      keepsMetadata: keepsMediaMetadata,
    }),
    attachmentLimits,
    files,
    resolveShare,
    sync: createSyncServer({ ...memoDeps, schemaVersion: protocolRange.max }),
    pokes,
  };
}
