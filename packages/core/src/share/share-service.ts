import type { WriteContext } from "../commit/write-context.ts";
import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { isAdministrator, mayWrite } from "../model/caller.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import type { SecretBox } from "../instance/instance-service.ts";
import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import type { MemoRecord } from "../model/memo.ts";
import { memoName, randomBase62, spaceName } from "../names/names.ts";
import { notify, type NotifyDeps } from "../notification/notify.ts";
import { type Page, pageList, type PageRequest, timeKey } from "../paging/page-list.ts";
import type {
  ServerDatabase,
  ServerReadStores,
  ServerWriteStores,
} from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { ShareRecord } from "../stores/share-store.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

export interface ShareDeps {
  readonly memoDeps: MemoDeps<ServerDatabase>;
  readonly notifications: NotifyDeps;
  readonly secretBox: SecretBox;
  randomBytes(count: number): Uint8Array;
  /** Returns the hash in lower-case hex. */
  sha256(text: string): string;
}

/** A share link with its token. */
export interface Share {
  readonly memo: string;
  readonly token: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
}

/** 32 characters of base62 hold 190 bits. */
const tokenLength = 32;

/**
 * Links that let anyone who has them read one memo and its attachments. A memo's creator manages its links,
 * and so do administrators. If an administrator creates or lists links, the creator is notified, because a
 * link opens even a PRIVATE memo.
 */
export interface ShareService {
  /** Creates a link. INVALID_ARGUMENT if the expiry is in the past. */
  create(caller: Caller, memo: string, expiresMs: number | null): Outcome<Share>;
  /**
   * Lists links, oldest first, without expired ones. PERMISSION_DENIED for a read-only token: a link outlives
   * it and gives others access to the memo.
   */
  list(caller: Caller, memo: string, page: PageRequest): Outcome<Page<Share>>;
  remove(caller: Caller, memo: string, token: string): Outcome<null>;
  /**
   * Returns the shared memo. NOT_FOUND for an unknown, expired or revoked link, and for an archived or
   * deleted memo.
   */
  open(token: string): Outcome<MemoRecord>;
  /** Returns the id of the memo that a token opens, with its attachments; null if it opens none. */
  memoOpenedBy(token: string): Promise<string | null>;
}

export function createShareService(deps: ShareDeps): ShareService {
  const { database, clock, pageTokens } = deps.memoDeps;

  async function open(token: string): Promise<MemoRecord | null> {
    return database.read(async (stores) => {
      const share = await stores.shares.findByHash(deps.sha256(token));
      if (share === null || hasEnded(share, clock.nowMs())) return null;
      const memo = await findAsItsCreator(stores, share.memo);
      // Neither the memo nor any ancestor of a comment may be archived.
      for (let link = memo; link !== null;) {
        if (link.state !== "NORMAL") return null;
        link = link.parent === null ? null : await stores.memos.find(link.parent);
      }
      return memo;
    });
  }

  return {
    async create(caller, memoId, expiresMs) {
      const nowMs = clock.nowMs();
      if (expiresMs !== null && expiresMs <= nowMs) {
        return err(invalidField("expireTime", "is in the past"));
      }
      const token = randomBase62(tokenLength, deps.randomBytes);
      return database.write(async (stores) => {
        const memo = await findShareable(stores, caller, memoId);
        if (!memo.ok) return memo;
        await stores.shares.insert({
          id: deps.memoDeps.newId(),
          memo: memoId,
          tokenHash: deps.sha256(token),
          sealedToken: deps.secretBox.seal(token),
          creator: caller.name,
          createdMs: nowMs,
          expiresMs,
        });
        if (isForeign(caller, memo.value)) {
          await noteForeignUse({ stores, deps, caller }, memo.value, "share.created");
          await notifyCreator({ stores, deps, caller }, memo.value);
        }
        return ok({ memo: memoId, token, createdMs: nowMs, expiresMs });
      }, caller);
    },

    list: (caller, memoId, page) =>
      database.write(async (stores) => {
        const memo = await findShareable(stores, caller, memoId);
        if (!memo.ok) return memo;
        if (!mayWrite(caller)) {
          return err(appError("PERMISSION_DENIED", "a read-only token can't see share links"));
        }
        const nowMs = clock.nowMs();
        const shares = (await stores.shares.listByMemo(memoId)).filter(
          (share) => !hasEnded(share, nowMs),
        );
        const key = (share: ShareRecord): string => timeKey(share.createdMs, share.id);
        const listed = pageList(pageTokens, shares, key, { ...page, asked: ["shares", memoId] });
        if (!listed.ok) return listed;
        if (shares.length > 0 && isForeign(caller, memo.value)) {
          await noteForeignUse({ stores, deps, caller }, memo.value, "share.listed");
          await notifyCreator({ stores, deps, caller }, memo.value);
        }
        const items = listed.value.items.flatMap((share): Share[] => {
          // If it was sealed with a lost key, the link works but can't be shown.
          const token = deps.secretBox.open(share.sealedToken);
          const { memo: id, createdMs, expiresMs } = share;
          return token === null ? [] : [{ memo: id, token, createdMs, expiresMs }];
        });
        return ok({ items, nextPageToken: listed.value.nextPageToken });
      }, caller),

    remove: (caller, memoId, token) =>
      database.write(async (stores) => {
        const memo = await findShareable(stores, caller, memoId);
        if (!memo.ok) return memo;
        const share = await stores.shares.findByHash(deps.sha256(token));
        if (share === null || share.memo !== memoId) return err(notFound());
        await stores.shares.remove(share.id);
        if (isForeign(caller, memo.value)) {
          await noteForeignUse({ stores, deps, caller }, memo.value, "share.revoked");
        }
        return ok(null);
      }, caller),

    async open(token) {
      const memo = await open(token);
      return memo === null ? err(notFound()) : ok(memo);
    },
    memoOpenedBy: async (token) => (await open(token))?.id ?? null,
  };
}

function hasEnded(share: ShareRecord, nowMs: number): boolean {
  return share.expiresMs !== null && share.expiresMs <= nowMs;
}

/** Returns the memo if its creator can read it. A comment requires that all its ancestors exist. */
async function findAsItsCreator(
  stores: Pick<ServerReadStores, "memos" | "spaces">,
  id: string,
): Promise<MemoRecord | null> {
  const memo = await stores.memos.find(id);
  if (memo === null) return null;
  const memberships = await stores.spaces.memberships(memo.creator);
  const spaces = memberships.map((member) => spaceName(member.space));
  return findReadable(stores.memos, { user: memo.creator, spaces }, id, false);
}

/** Returns the memo if the caller may share it. Only here do administrators access other users' memos. */
async function findShareable(
  stores: Pick<ServerReadStores, "memos" | "spaces">,
  caller: Caller,
  id: string,
): Promise<Result<MemoRecord, AppError>> {
  if (isAdministrator(caller)) {
    const memo = await findAsItsCreator(stores, id);
    return memo === null ? err(notFound()) : ok(memo);
  }
  const memo = await findReadable(stores.memos, readAccess(caller), id, false);
  if (memo === null) return err(notFound());
  if (memo.creator === caller.name) return ok(memo);
  return err(appError("PERMISSION_DENIED", "only its creator may share it"));
}

function isForeign(caller: Caller, memo: MemoRecord): boolean {
  return memo.creator !== caller.name;
}

async function noteForeignUse(
  { stores, deps, caller: { name, address = "" } }: WriteContext<ShareDeps, ServerWriteStores>,
  memo: MemoRecord,
  action: "share.created" | "share.listed" | "share.revoked",
): Promise<void> {
  const atMs = deps.memoDeps.clock.nowMs();
  await enterInAuditLog(stores, { action, atMs, actor: name, target: memoName(memo.id), address });
}

async function notifyCreator(
  { stores, deps, caller }: WriteContext<ShareDeps, ServerWriteStores>,
  memo: MemoRecord,
): Promise<void> {
  const notification = { user: memo.creator, sender: caller.name, type: "MEMO_SHARE" } as const;
  const about = { ...notification, memo: memo.id, relatedMemo: null };
  await notify(stores, deps.notifications, about, { again: true });
}
