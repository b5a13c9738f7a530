import type { AppError } from "../errors.ts";
import type { WriteStores } from "../ports.ts";
import { ok, type Result } from "../result.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { Identity } from "./caller.ts";
import type { PresentedCredential } from "./identify.ts";

type Identify = (presented: PresentedCredential) => Promise<Result<Identity, AppError>>;

/** Long enough for bursts, short enough for what only time changes: a last use, an end. */
const rememberedMs = 20_000;
const maxRemembered = 10_000;

/**
 * `identify`, which looks into the database only where something has changed that it depends on: any
 * account, session, token or membership. What has ended is refused by the first request after the
 * write that ended it resolved, since `revision` has moved by then. Refusals are not remembered, and
 * nothing is while a change is made: `revision` is NaN then, which equals nothing.
 */
export function rememberIdentities(
  deps: Pick<AuthDeps, "nowMs" | "sha256">,
  identify: Identify,
  revision: () => number,
): Identify {
  let knownAt = revision();
  const known = new Map<string, { readonly identity: Identity; readonly atMs: number }>();

  function forgetOutdated(): void {
    if (revision() === knownAt && known.size < maxRemembered) return;
    knownAt = revision();
    known.clear();
  }

  return async (presented) => {
    forgetOutdated();
    const nowMs = deps.nowMs();
    // Secrets stay in memory no longer than their requests.
    const key = `${presented.carrier} ${deps.sha256(presented.value)}`;
    const remembered = known.get(key);
    if (remembered !== undefined && isFresh(remembered, nowMs)) return ok(remembered.identity);
    const identified = await identify(presented);
    // What was read while something changed may be what was before.
    if (identified.ok && !identified.value.isRenewed && revision() === knownAt) {
      known.set(key, { identity: identified.value, atMs: nowMs });
    }
    return identified;
  };
}

function isFresh(
  { identity, atMs }: { readonly identity: Identity; readonly atMs: number },
  nowMs: number,
): boolean {
  const { expiresMs } = identity.credential;
  return nowMs >= atMs && nowMs - atMs < rememberedMs && (expiresMs === null || nowMs < expiresMs);
}

/** The stores of a write, with `note` called before anything that an identity depends on changes. */
export function noteCredentialWrites(stores: WriteStores, note: () => void): WriteStores {
  return {
    ...stores,
    users: noted(stores.users, note),
    sessions: noted(stores.sessions, note),
    accessTokens: noted(stores.accessTokens, note),
    spaces: noted(stores.spaces, note),
  };
}

/** Whatever is not known to read counts as a change. */
const readingMethod = /^(?:find|list|is|closedNames|members)/;

function noted<S extends object>(store: S, note: () => void): S {
  return new Proxy(store, {
    get(target, name, receiver): unknown {
      if (!readingMethod.test(String(name))) note();
      return Reflect.get(target, name, receiver);
    },
  });
}
