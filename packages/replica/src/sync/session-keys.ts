import { defineMeta, metaForm } from "@tidemark/core";

/** Token of this device's session at its server; absent if it has to sign in. */
export const serverTokenKey = defineMeta("server_token", metaForm.text);

export const syncPausedKey = defineMeta("sync_paused", metaForm.flag);
