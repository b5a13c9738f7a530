import { randomBytes } from "node:crypto";
import { defineMeta, metaForm, type MetaStore } from "@tidemark/core";

/** Names the instance, whatever process and folder it is served from; it comes along with its database. */
export const instanceIdKey = defineMeta("instance_id", metaForm.text);
/** The store of files has said whose it is: one that does not is another one. */
export const filesMarkedKey = defineMeta("files_marked", metaForm.mark);
/** Of the key that what is sealed in the database is sealed with, in hex digits. */
export const keyFingerprintKey = defineMeta("secret_key_fingerprint", metaForm.text);

/** Made when it is first asked for. */
export async function instanceId(meta: MetaStore): Promise<string> {
  const known = await meta.get(instanceIdKey);
  if (known !== null) return known;
  const made = randomBytes(16).toString("hex");
  await meta.set(instanceIdKey, made);
  return made;
}
