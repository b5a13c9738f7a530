/** Default number of days before a trashed memo is purged. */
export const defaultTrashDays = 30;
