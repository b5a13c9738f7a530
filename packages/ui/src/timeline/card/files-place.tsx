import type { AttachmentView } from "@tidemark/core/router";
import { useLanguage } from "../../language/language.ts";
import { filesBelow, reservedSize } from "../../viewer/images/show-files.ts";

interface FilesPlaceProps {
  readonly files: readonly AttachmentView[];
  readonly content: string;
}

const squares = ["", "", "grid-cols-2", "grid-cols-3", "grid-cols-4"];

/** Room for the files below a text until their component is loaded, so that the list doesn't move. */
export function FilesPlace({ files: all, content }: FilesPlaceProps) {
  useLanguage();
  const files = filesBelow(all, content);
  if (files.length === 0) return null;
  const images = files.filter(({ kind, externalLink }) => kind === "image" && externalLink === "");
  const others = files.filter((file) => !images.includes(file));
  const [only] = images;
  const tiles = images.slice(0, squares.length - 1);
  return (
    <div aria-hidden className="mt-2.5 flex flex-col gap-1.5">
      {tiles.length === 1 && only !== undefined && <div style={reservedSize(only)} />}
      {tiles.length > 1 && (
        <div className={`grid gap-1.5 ${squares[tiles.length]}`}>
          {tiles.map(({ id }) => (
            <div key={id} className="aspect-square" />
          ))}
        </div>
      )}
      {others.map(({ id }) => (
        <div key={id} className="h-10" />
      ))}
    </div>
  );
}
