import {
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FilePlay,
  FileText,
  Link,
  type LucideIcon,
} from "lucide-react";
import type { AttachmentView } from "@tidemark/core/router";

type Shown = Pick<AttachmentView, "type" | "externalLink">;

const icons = {
  link: Link,
  image: FileImage,
  audio: FileMusic,
  video: FilePlay,
  text: FileText,
  archive: FileArchive,
  other: File,
} as const satisfies Record<string, LucideIcon>;

/** Icon for the type of a file. Hidden from screen readers, because the name contains the type. */
export function FileIcon({ file }: { readonly file: Shown }) {
  const Icon = icons[familyOf(file)];
  return <Icon size={20} strokeWidth={1.75} className="flex-none text-text-2" aria-hidden />;
}

function familyOf({ type, externalLink }: Shown): keyof typeof icons {
  if (externalLink !== "") return "link";
  const [family] = type.split("/", 1);
  if (family === "image" || family === "audio" || family === "video") return family;
  if (family === "text" || type === "application/pdf") return "text";
  return /zip|tar|compressed|archive/.test(type) ? "archive" : "other";
}
