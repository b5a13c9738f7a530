import type { Base, CallerName, Thing } from "./world.ts";

/**
 * Returns the status that a class of routes sends to a caller. Written by hand from the table of routes and
 * the access rules. `ok` is the route's status on success, which for a few routes is another kind of error.
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

/** A memo that the caller can't read is reported as missing. */
const canRead = (caller: CallerName, { base }: Thing): boolean => readers[base].includes(caller);

/** Classes of routes, each with the callers that it accepts. */
export const policies = {
  /** Open to everyone; credentials are ignored. */
  open: (_caller, _thing, ok) => ok,
  /** Open to everyone, but a bad credential is rejected. */
  anyone: (caller, _thing, ok) => (hasBadCredential(caller) ? 401 : ok),
  /** Signed-in users. */
  caller: (caller, _thing, ok) => (isSignedIn(caller) ? ok : 401),
  /** Administrators. */
  administrator: (caller, _thing, ok) =>
    isSignedIn(caller) ? (caller === "admin" ? ok : 403) : 401,
  /** A user's own things, which are missing for everyone else, including administrators. */
  own: (caller, _thing, ok) => (isSignedIn(caller) ? (caller === "owner" ? ok : 404) : 401),
  /** Sessions of an account: its user's and administrators'. */
  sessions: (caller, _thing, ok) =>
    isSignedIn(caller) ? (["owner", "admin"].includes(caller) ? ok : 404) : 401,
  /** Accounts, visible to everyone, but writable only by their user and administrators. */
  account: (caller, _thing, ok) =>
    isSignedIn(caller) ? (["owner", "admin"].includes(caller) ? ok : 403) : 401,
  /** Users who can read the memo. */
  reader: (caller, thing, ok) => (isSignedIn(caller) ? (canRead(caller, thing) ? ok : 404) : 401),
  /** Only the memo's creator. */
  creator: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (!canRead(caller, thing)) return 404;
    return caller === "owner" ? ok : 403;
  },
  /** Only the memo's creator, even if the memo is in the trash. */
  restorer: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "owner") return ok;
    return canRead(caller, thing) ? 403 : 404;
  },
  /** The creator, and administrators who can read the memo. */
  moderator: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (!canRead(caller, thing)) return 404;
    return ["owner", "admin"].includes(caller) ? ok : 403;
  },
  /** The creator, and administrators unless the memo is in the trash. */
  sharer: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    if (caller === "admin") return thing.base === "trashed" ? 404 : ok;
    if (!canRead(caller, thing)) return 404;
    return caller === "owner" ? ok : 403;
  },
  /** Everyone with the link. */
  link: (caller, thing, ok) => {
    if (hasBadCredential(caller)) return 401;
    return ["archived", "trashed"].includes(thing.base) ? 404 : ok;
  },
  /** Everyone with the link; credentials are ignored. */
  page: (_caller, thing, ok) => (["archived", "trashed"].includes(thing.base) ? 404 : ok),
  /** The owner of a file, and the readers of its memo. */
  file: (caller, thing, ok) => {
    if (!isSignedIn(caller)) return 401;
    return caller === "owner" || canRead(caller, thing) ? ok : 404;
  },
  /** The owner of a file, the readers of its memo, and everyone with a link to the memo. */
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
  /** Only the invited user. */
  invited: (caller, _thing, ok) => (isSignedIn(caller) ? (caller === "other" ? ok : 403) : 401),
} as const satisfies Record<string, Policy>;
export type PolicyName = keyof typeof policies;
