import { defineMeta, metaForm } from "@tidemark/core";

/** Token of this device's session at its server; absent if it has to sign in. */
export const serverTokenKey = defineMeta("server_token", metaForm.text);

/** Id of the session in the browser's cookie; absent if this profile has a token or has to sign in. */
export const serverSessionKey = defineMeta("server_session", metaForm.text);

export const syncPausedKey = defineMeta("sync_paused", metaForm.flag);
