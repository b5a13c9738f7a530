import { migrations } from "../src/schema/migrations/index.ts";
import type { DatabaseRole } from "../src/dialect/sqlite-connection.ts";
import { openDatabase } from "./engine.ts";

/** Opens `file` like a program whose newest migration was `newest`. */
export function openMigratedTo<Role extends DatabaseRole>(
  newest: number,
  { file, role }: { readonly file: string; readonly role: Role },
) {
  const known = migrations.filter(({ version }) => version <= newest);
  return openDatabase({ file, role, migrations: known });
}
