import { isTooLarge } from "./page/is-too-large.ts";
import { PictureReader, takePictures } from "./page/pictures.ts";
import { PageReader, pictureEnd, pictureStart } from "./page/read-page.ts";

/** Picture of a page, to be attached at an offset of its Markdown. */
export interface PlacedPicture {
  readonly at: number;
  readonly file: File;
}

/** A page as Markdown. */
export interface PastedPage {
  readonly markdown: string;
  readonly pictures: readonly PlacedPicture[];
  /** True if its plain text says as much. */
  readonly isPlain: boolean;
  /** True if a part of it can't be pasted. */
  readonly isPartial: boolean;
}

/**
 * Converts a pasted page to Markdown; returns `null` if that would take too long. The page isn't trusted: it is parsed
 * into a separate document, which runs and loads nothing.
 */
export function htmlToMarkdown(given: string): PastedPage | null {
  const { html, pictures } = takePictures(given);
  if (isTooLarge(html)) return null;
  const page = new DOMParser().parseFromString(
    html.replaceAll(/[\0\ufdd0\ufdd1]/g, ""),
    "text/html",
  );
  const files = new PictureReader(pictures);
  const reader = new PageReader(files);
  const markdown = reader.read(page.body);
  const { isFormatted, isPartial } = reader;
  return { ...placed(markdown, files.files), isPlain: !isFormatted, isPartial };
}

const place = new RegExp(`${pictureStart}(\\d+)${pictureEnd}`, "g");

/** Takes the places of pictures out of Markdown. */
function placed(source: string, files: readonly File[]): Pick<PastedPage, "markdown" | "pictures"> {
  let markdown = "";
  let from = 0;
  const pictures: PlacedPicture[] = [];
  for (const { 0: mark, 1: number, index } of source.matchAll(place)) {
    markdown += source.slice(from, index);
    from = index + mark.length;
    const file = files[Number(number)];
    if (file !== undefined) pictures.push({ at: markdown.length, file });
  }
  return { markdown: markdown + source.slice(from), pictures };
}
