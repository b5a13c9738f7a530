import type { AppError } from "../error/errors.ts";
import { ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { Identity } from "./identity.ts";
import type { PresentedCredential } from "./identify.ts";

type Identify = (presented: PresentedCredential) => Promise<Result<Identity, AppError>>;

/** Long enough for bursts, short enough for what only time changes: a last use, an end. */
const rememberedMs = 20_000;
const maxRemembered = 10_000;

interface RememberedIdentities {
  readonly identify: Identify;
  /** Who a credential stands for where that is remembered, and holds; null: it is to be looked up. */
  readonly recall: (presented: PresentedCredential) => Identity | null;
}

/**
 * `identify`, which looks into the database only where something has changed that it depends on: any
 * account, session, token or membership. What has ended is refused by the first request after the
 * commit that ended it, since `revision` moves with that. Refusals are not remembered.
 */
export function rememberIdentities(
  deps: Pick<AuthDeps, "nowMs" | "sha256">,
  identify: Identify,
  revision: () => number,
): RememberedIdentities {
  let knownAt = revision();
  const known = new Map<string, { readonly identity: Identity; readonly atMs: number }>();

  function removeOutdated(): void {
    if (revision() === knownAt && known.size < maxRemembered) return;
    knownAt = revision();
    known.clear();
  }

  /** Secrets stay in memory no longer than their requests. */
  function keyOf({ carrier, value }: PresentedCredential): string {
    return `${carrier} ${deps.sha256(value)}`;
  }

  function find(key: string, nowMs: number): Identity | null {
    removeOutdated();
    const remembered = known.get(key);
    return remembered !== undefined && isFresh(remembered, nowMs) ? remembered.identity : null;
  }

  return {
    recall: (presented) => find(keyOf(presented), deps.nowMs()),
    async identify(presented) {
      const nowMs = deps.nowMs();
      const key = keyOf(presented);
      const remembered = find(key, nowMs);
      if (remembered !== null) return ok(remembered);
      const askedAt = knownAt;
      const identified = await identify(presented);
      // What was read while something changed may be what was before.
      if (identified.ok && !identified.value.isRenewed && revision() === askedAt) {
        known.set(key, { identity: identified.value, atMs: nowMs });
      }
      return identified;
    },
  };
}

function isFresh(
  { identity, atMs }: { readonly identity: Identity; readonly atMs: number },
  nowMs: number,
): boolean {
  const { expiresMs } = identity.credential;
  return nowMs >= atMs && nowMs - atMs < rememberedMs && (expiresMs === null || nowMs < expiresMs);
}
