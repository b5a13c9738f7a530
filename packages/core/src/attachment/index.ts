export type { FileReader } from "./attachment-access.ts";
export type { AttachmentDeps } from "./attachment-deps.ts";
export { type AttachmentLimits, defaultAttachmentLimits } from "./attachment-limits.ts";
export { defaultAttachmentOrder, parseAttachmentOrder } from "./attachment-order.ts";
export { type AttachmentService, createAttachmentService } from "./attachment-service.ts";
export { type BlobUploads, createBlobUploads, type DeclaredFile } from "./blob-uploads.ts";
export type { BlobStore, BlobTooLarge, ByteRange, StagedBlob } from "./blob-store.ts";
export { neverMs } from "./device-blob-stores.ts";
export {
  answerFile,
  type FileAnswer,
  type FileRequest,
  servedAttachment,
  type ServedFile,
} from "./file-answer.ts";
export { shownKind, type ShownKind } from "./file-presentation.ts";
export { shownFilename } from "./filename.ts";
export type { InspectedMedia, InspectMedia } from "./inspect-media.ts";
export type { AttachmentPage } from "./list-attachments.ts";
export * from "./model.ts";
export { pinContent } from "./pin-content.ts";
export type { ReceivedFile } from "./receive-file.ts";
export { sweepBlobs, type SweptBlobs } from "./sweep-blobs.ts";
export { hasThumbnail, thumbnailEtag } from "./thumbnail.ts";
export type { AttachmentChanges, NewAttachment } from "./write-attachment.ts";
