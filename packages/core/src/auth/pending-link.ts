import { z } from "zod";
import type { UserReference } from "../names/names.ts";
import { defineMetaFamily, metaForm } from "../stores/meta/index.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";

const linkSchema = z.object({ hash: z.string(), expiresMs: z.number() });

/** Pending link of an account with which its owner chooses a password, by the user's reference. */
export const pendingLinks = defineMetaFamily("password_link:", metaForm.json(linkSchema));

/** Ends the pending link of an account, within the caller's transaction. */
export async function endPendingLink(
  { meta }: Pick<ServerWriteStores, "meta">,
  user: UserReference,
): Promise<void> {
  await meta.set(pendingLinks.at(user), null);
}
