import type { AuditEntry } from "@tidemark/client";

/** Event and person that the log is filtered by. */
export interface LogFilter {
  /** Null for all. */
  readonly action: AuditEntry["action"] | null;
  /** Username of the actor or the target; blank for everyone. */
  readonly person: string;
}

/** Returns the filter of the API, CEL; blank for all entries. */
export function filterOf({ action, person }: LogFilter): string {
  const name = person.trim().replace(/^(?:@|users\/)/, "");
  const user = JSON.stringify(`users/${name}`);
  const conditions = [
    ...(action === null ? [] : [`action == ${JSON.stringify(action)}`]),
    ...(name === "" ? [] : [`(actor == ${user} || target == ${user})`]),
  ];
  return conditions.join(" && ");
}
