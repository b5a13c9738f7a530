import type { AttachmentView } from "@tidemark/core/router";

/** Returns the address at the page's origin of an attachment whose content is on this device. */
export function fileAddress({ id, filename }: Pick<AttachmentView, "id" | "filename">): string {
  return `/file/attachments/${encodeURIComponent(id)}/${encodeURIComponent(filename)}`;
}

/** Returns the address of the small version of an image whose content is not on this device. */
export function smallAddress(file: Pick<AttachmentView, "id" | "filename">): string {
  return `${fileAddress(file)}?thumbnail=true`;
}
