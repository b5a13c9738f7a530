import { defineMeta } from "../../stores/meta/define-meta.ts";
import { flag, text, userReference } from "../../stores/meta/meta-form.ts";

/** Identifiers of a device's replica: its account, its server, and itself. */

/** Resource name of the profile's account; absent until the first connection. */
export const accountKey = defineMeta("account", userReference);

/** Origin of the server that the profile syncs with; absent while there is none. */
export const serverUrlKey = defineMeta("server_url", text);

/** Epoch of the server that the cursors and the stream belong to. */
export const serverEpochKey = defineMeta("server_epoch", text);

/** Id of the stream that numbers this device's operations. */
export const streamIdKey = defineMeta("stream_id", text);

/** Node of this replica in stamps: lower-case letters and digits. */
export const deviceIdKey = defineMeta("device_id", text);

/** Name of this device, as shown on the user's other devices. */
export const deviceNameKey = defineMeta("device_name", text);

/** Set if the user chose that name; absent if it is the machine's name. */
export const deviceNameChosenKey = defineMeta("device_name_chosen", flag);

/** Set while the server doesn't have the name yet. */
export const deviceNameDueKey = defineMeta("device_name_due", flag);
