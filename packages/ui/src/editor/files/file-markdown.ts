import type { AttachmentView } from "@tidemark/core/router";
import { fileAddress } from "../../attachments/file-address.ts";
import { escapeWords } from "../../viewer/images/image-words.ts";

/** Returns the Markdown of an attachment: an image if its dimensions are known, otherwise a link. */
export function fileMarkdown(
  file: Pick<AttachmentView, "id" | "filename" | "kind" | "width">,
): string {
  const isShown = file.kind === "image" && file.width !== null;
  return `${isShown ? "!" : ""}[${escapeWords(file.filename)}](${markdownAddress(file)})`;
}

/** Escapes parentheses, because an unbalanced one would end the address. */
function markdownAddress(file: Pick<AttachmentView, "id" | "filename">): string {
  return fileAddress(file).replaceAll("(", "%28").replaceAll(")", "%29");
}
