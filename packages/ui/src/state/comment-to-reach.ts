const prefix = "comment:";

/** Encodes a comment's id for `reachOnOpen`. */
export const commentToReach = {
  of: (id: string): string => prefix + id,
  idIn: (what: string): string | null =>
    what.startsWith(prefix) ? what.slice(prefix.length) : null,
};
