import type { AttachmentView } from "@tidemark/core/router";
import { fileAddress } from "../../attachments/file-address.ts";
import { escapeWords } from "../../viewer/images/image-words.ts";

/** How a text names an attachment: a picture that could be looked at shows itself, any other is a link. */
export function fileMarkdown(
  file: Pick<AttachmentView, "id" | "filename" | "kind" | "width">,
): string {
  const isShown = file.kind === "image" && file.width !== null;
  return `${isShown ? "!" : ""}[${escapeWords(file.filename)}](${markdownAddress(file)})`;
}

/** Brackets in a name would end the address, were there one without the other. */
function markdownAddress(file: Pick<AttachmentView, "id" | "filename">): string {
  return fileAddress(file).replaceAll("(", "%28").replaceAll(")", "%29");
}
