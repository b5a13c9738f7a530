import { defineMeta } from "../../stores/meta/define-meta.ts";
import { flag, text, userReference } from "../../stores/meta/meta-form.ts";

/** What names a device's replica: the account it is bound to, its server, and itself. */

/** Resource name of the account that the profile belongs to; absent until it was connected once. */
export const accountKey = defineMeta("account", userReference);

/** Origin of the server that it syncs with; absent while it has none. */
export const serverUrlKey = defineMeta("server_url", text);

/** The epoch of the server that its cursors and its stream are about. */
export const serverEpochKey = defineMeta("server_epoch", text);

/** Id of the stream in which its operations are numbered. */
export const streamIdKey = defineMeta("stream_id", text);

/** Names this replica in stamps: lower-case letters and digits. */
export const deviceIdKey = defineMeta("device_id", text);

/** What the user's other devices call this one. */
export const deviceNameKey = defineMeta("device_name", text);

/** That its user chose that name; absent: it is what the machine calls itself. */
export const deviceNameChosenKey = defineMeta("device_name_chosen", flag);

/** That the server is still to hear of it. */
export const deviceNameDueKey = defineMeta("device_name_due", flag);
