import { randomBase62 } from "../names/names.ts";
import { hasAdministrator, setupCodeKey } from "./account.ts";
import type { AuthDeps } from "./auth-deps.ts";

/**
 * Returns the code for creating the first administrator; null once there is one. The code is created once per
 * instance and sealed in the database, so all processes return the same one. A code sealed with another key
 * is replaced.
 */
export async function findSetupCode(
  deps: Pick<AuthDeps, "database" | "randomBytes" | "secretBox">,
): Promise<string | null> {
  const { database, secretBox } = deps;
  const open = (sealed: string | null) => (sealed === null ? null : secretBox.open(sealed));
  const found = await database.read(async ({ users, meta }) =>
    hasAdministrator(await users.list())
      ? { code: null, isSetUp: true }
      : { code: open(await meta.get(setupCodeKey)), isSetUp: false },
  );
  if (found.isSetUp || found.code !== null) return found.code;
  return database.write(async ({ users, meta }) => {
    if (hasAdministrator(await users.list())) return null;
    const made = open(await meta.get(setupCodeKey));
    if (made !== null) return made;
    const code = newSetupCode(deps);
    await meta.set(setupCodeKey, secretBox.seal(code));
    return code;
  });
}

/** Generates more than 50 random bits, in groups that are easy to type. */
function newSetupCode(deps: Pick<AuthDeps, "randomBytes">): string {
  const text = randomBase62(12, deps.randomBytes).toUpperCase();
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join("-");
}
