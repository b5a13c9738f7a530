import type { AppError } from "../error/errors.ts";
import { ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { Identity } from "./identity.ts";
import type { PresentedCredential } from "./identify.ts";

type Identify = (presented: PresentedCredential) => Promise<Result<Identity, AppError>>;

/**
 * Cache lifetime: long enough for bursts, short enough for changes over time such as a last use or an expiry.
 */
const rememberedMs = 20_000;
const maxRemembered = 10_000;

interface RememberedIdentities {
  readonly identify: Identify;
  /** Returns the cached identity of a credential if it is still valid; null if it must be looked up. */
  readonly recall: (presented: PresentedCredential) => Identity | null;
}

/**
 * Wraps `identify` with a cache that is cleared when any account, session, token or membership changes.
 * `revision` changes with each such commit, so the first request after it sees that a credential ended.
 * Failures aren't cached.
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

  /** Hashed, so that secrets stay in memory only during their requests. */
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
      // A result read during a change may be outdated.
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
