import { homedir } from "node:os";

/** Returns the user's home folder; "" if there is none, as for a container user without a passwd entry. */
export function ownHome(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}
