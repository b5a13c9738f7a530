import type { AttachmentView } from "@tidemark/core/router";

/** Where the page's origin serves the content of an attachment that is on this device. */
export function fileAddress({ id, filename }: Pick<AttachmentView, "id" | "filename">): string {
  return `/file/attachments/${encodeURIComponent(id)}/${encodeURIComponent(filename)}`;
}

/** The address of the small version of a picture whose content is not on this device. */
export function smallAddress(file: Pick<AttachmentView, "id" | "filename">): string {
  return `${fileAddress(file)}?thumbnail=true`;
}
