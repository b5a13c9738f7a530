import { randomBytes } from "node:crypto";
import { defineMeta, metaForm, type MetaStore } from "@tidemark/core";

/** Id of the instance, independent of process and folder; stored in its database. */
export const instanceIdKey = defineMeta("instance_id", metaForm.text);
/** Set once the file store has a marker: a store without one is then another store. */
export const filesMarkedKey = defineMeta("files_marked", metaForm.mark);
/** Fingerprint in hex of the key that encrypts values in the database. */
export const keyFingerprintKey = defineMeta("secret_key_fingerprint", metaForm.text);

/** Returns the instance's id, and creates it on first use. */
export async function instanceId(meta: MetaStore): Promise<string> {
  const known = await meta.get(instanceIdKey);
  if (known !== null) return known;
  const made = randomBytes(16).toString("hex");
  await meta.set(instanceIdKey, made);
  return made;
}
