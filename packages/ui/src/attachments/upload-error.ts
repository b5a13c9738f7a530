/** Why a file was not attached, in words for people. */
export class UploadError extends Error {}
