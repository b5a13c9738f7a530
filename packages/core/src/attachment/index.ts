export type { AttachmentDeps } from "./attachment-deps.ts";
export { defaultAttachmentOrder, parseAttachmentOrder } from "./attachment-order.ts";
export { type AttachmentService, createAttachmentService } from "./attachment-service.ts";
export { type LibraryDeps, listLibrary, type LibraryFiles } from "./library/list-library.ts";
export { removeUnused } from "./library/remove-unused.ts";
export {
  findUnused,
  nothingWaits,
  unusedAmong,
  type UnusedFiles,
  type WaitingParts,
} from "./library/unused-files.ts";
export { type BlobUploads, createBlobUploads, type DeclaredFile } from "./blob-uploads.ts";
export type { BlobStore, BlobTooLarge, ByteRange, StagedBlob } from "./file/blob-store.ts";
export {
  answerFile,
  type FileAnswer,
  type FileRequest,
  servedAttachment,
  type ServedFile,
} from "./file/file-answer.ts";
export { shownKind, type ShownKind } from "./file/file-presentation.ts";
export { shortenFilename, shownFilename } from "./file/filename.ts";
export type { InspectedMedia, InspectMedia } from "./file/inspect-media.ts";
export type { AttachmentPage } from "./list-attachments.ts";
export { correctSizes } from "./correct-sizes.ts";
export { pinContent } from "./pin-content.ts";
export type { ReceivedFile } from "./receive-file.ts";
export { sweepBlobs, sweepMarkedBlobs, type SweptBlobs } from "./sweep-blobs.ts";
export { hasThumbnail, thumbnailEtag } from "./file/thumbnail.ts";
export type { AttachmentChanges, NewAttachment } from "./write-attachment.ts";
