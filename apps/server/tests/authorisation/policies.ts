import type { Base, CallerName, Thing } from "./world.ts";

/**
 * What a class of routes answers to a caller. Written by hand from the table of routes and the rules of
 * who may do what; `ok` is the route's own success, which for a few is a refusal of another kind.
 */
export type Policy = (caller: CallerName, thing: Thing, ok: number) => number;

const isSignedIn = (caller: CallerName): boolean =>
  ["other", "member", "owner", "admin"].includes(caller);
const hasBadCredential = (caller: CallerName): boolean =>
  ["bad", "expired", "revoked"].includes(caller);

const readers: Readonly<Record<Base, readonly CallerName[]>> = {
  private: ["owner"],
  protected: ["owner", "other", "member", "admin"],
  public: ["owner", "other", "member", "admin"],
  space: ["owner", "member"],
  archived: ["owner"],
  trashed: [],
};

/** What one may not read does not exist. */
const canRead = (caller: CallerName, { base }: Thing): boolean => readers[base].includes(caller);

/** The classes, each with the callers that it lets through. */
export const policies = {
  /** Anybody, and no credential is looked at. */
  open: (_caller, _thing, ok) => ok,
  /** Anybody; a credential that is bad is refused all the same. */
  anyone: (caller, _thing, ok) => (hasBadCredential(caller) ? 401 : ok),
  /** Whoever is signed in. */
  caller: (caller, _thing, ok) => (isSignedIn(caller) ? ok : 401),
  /** Administrators. */
  administrator: (caller, _thing, ok) =>
    isSignedIn(caller) ? (caller === "admin" ? ok : 403) : 401,
  /** What a user keeps for themselves does not exist for others, administrators among them. */
  own: (caller, _thing, ok) => (isSignedIn(caller) ? (caller === "owner" ? ok : 404) : 401),
  /** Accounts, which everybody sees, are changed by their user and by administrators. */
  account: (caller, _thing, ok) =>
    isSignedIn(caller) ? (["owner", "admin"].includes(caller) ? ok : 403) : 401,
  /** Whoever may read the memo. */
  reader: (caller, thing, ok) => (isSignedIn(caller) ? (canRead(caller, thing) ? ok : 404) : 401),
  /** The memo's creator alone. */
  creator: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (!canRead(caller, thing)) return 404;
    return caller === "owner" ? ok : 403;
  },
  /** The memo's creator, also of what is in the trash. */
  restorer: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "owner") return ok;
    return canRead(caller, thing) ? 403 : 404;
  },
  /** The creator, and administrators of what they can read. */
  moderator: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (!canRead(caller, thing)) return 404;
    return ["owner", "admin"].includes(caller) ? ok : 403;
  },
  /** The creator, and administrators of every memo that is not put in the trash. */
  sharer: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "admin") return thing.base === "trashed" ? 404 : ok;
    if (!canRead(caller, thing)) return 404;
    return caller === "owner" ? ok : 403;
  },
  /** Whoever has the link, whatever else they are. */
  link: (caller, thing, ok) => {
    if (hasBadCredential(caller)) return 401;
    return ["archived", "trashed"].includes(thing.base) ? 404 : ok;
  },
  /** Whoever has the link; nobody's credential is looked at. */
  page: (_caller, thing, ok) => (["archived", "trashed"].includes(thing.base) ? 404 : ok),
  /** The owner of a file, and the readers of its memo. */
  file: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    return caller === "owner" || canRead(caller, thing) ? ok : 404;
  },
  /** The same for its bytes, and whoever has a link to the memo. */
  bytes: (caller, thing, ok) => {
    if (caller === "share") return ["archived", "trashed"].includes(thing.base) ? 404 : ok;
    if (!isSignedIn(caller)) return 401;
    return caller === "owner" || canRead(caller, thing) ? ok : 404;
  },
  /** The owner of a file. */
  fileOwner: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "owner") return ok;
    return canRead(caller, thing) ? 403 : 404;
  },
  /** Members of the space and administrators. */
  spaceReader: (caller, _thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    return caller === "other" ? 404 : ok;
  },
  /** Administrators of the space or the instance. */
  spaceManager: (caller, _thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "admin") return ok;
    return caller === "other" ? 404 : 403;
  },
  /** The invited user, and administrators of the space or the instance. */
  invitation: (caller, _thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    return ["other", "admin"].includes(caller) ? ok : 403;
  },
  /** The invited user alone. */
  invited: (caller, _thing, ok) => (isSignedIn(caller) ? (caller === "other" ? ok : 403) : 401),
} as const satisfies Record<string, Policy>;
export type PolicyName = keyof typeof policies;
