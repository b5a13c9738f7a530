import { defineMeta, metaForm } from "@tidemark/core";

/** The credential of this device at its server; absent when it has to sign in. */
export const serverTokenKey = defineMeta("server_token", metaForm.text);

export const syncPausedKey = defineMeta("sync_paused", metaForm.flag);
