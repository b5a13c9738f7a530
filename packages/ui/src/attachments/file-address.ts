import type { AttachmentView } from "@tidemark/core/router";

/** Where the page's origin serves the content of an attachment that is on this device. */
export function fileAddress({ id, filename }: Pick<AttachmentView, "id" | "filename">): string {
  return `/file/attachments/${encodeURIComponent(id)}/${encodeURIComponent(filename)}`;
}
