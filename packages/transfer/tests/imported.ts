import { type ImportReport, planImport, runImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import type { Profile } from "./open-profile.ts";

/** Imports a path like the command. */
export async function imported(
  profile: Profile,
  path: string,
  user: string | null = null,
): Promise<ImportReport> {
  await using source = await openImport(path, { user });
  return await runImport(profile, await planImport(profile, source));
}
