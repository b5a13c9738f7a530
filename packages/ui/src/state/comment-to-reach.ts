const prefix = "comment:";

/** How `reachOnOpen` names a comment. */
export const commentToReach = {
  of: (id: string): string => prefix + id,
  idIn: (what: string): string | null =>
    what.startsWith(prefix) ? what.slice(prefix.length) : null,
};
