/** Reason why a file was not attached, as a message for the user. */
export class UploadError extends Error {}
