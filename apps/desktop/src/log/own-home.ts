import { homedir } from "node:os";

/** The user's home folder; "" for a user who has none, as in a container without an entry for its user. */
export function ownHome(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}
