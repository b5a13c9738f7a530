/** Pictures of a page, which are counted and measured together. */
const maxPictures = 20;
const maxBytes = 10_000_000;
const maxTotal = 40_000_000;

const prefix = "tidemark-picture:";

/** A page whose pictures were taken out: their addresses contain only their number. */
export interface PageWithPictures {
  readonly html: string;
  /** Addresses of the pictures, `data:image/…;base64,…`. */
  readonly pictures: readonly string[];
}

/** Takes the pictures out of a page's HTML, so its length is that of its text. */
export function takePictures(html: string): PageWithPictures {
  const pictures: string[] = [];
  const parts: string[] = [];
  let from = 0;
  const head = /data:image\/[a-z0-9.+-]{1,20}(?:;[a-z0-9=.-]{1,40})?;base64,/gi;
  for (let found = head.exec(html); found !== null; found = head.exec(html)) {
    const end = endOfBase64(html, head.lastIndex);
    parts.push(html.slice(from, found.index), prefix, String(pictures.length));
    pictures.push(html.slice(found.index, end));
    from = end;
    head.lastIndex = end;
  }
  return { html: parts.join("") + html.slice(from), pictures };
}

function endOfBase64(html: string, from: number): number {
  const end = /[^A-Za-z0-9+/=]/g;
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Reads pictures until a page has too many of them. */
export class PictureReader {
  readonly #addresses: readonly string[];
  readonly files: File[] = [];
  #total = 0;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Returns the number of a picture's file; `null` if there is none that can be attached. */
  read(source: string, words: string): number | null {
    if (!source.startsWith(prefix)) return null;
    const address = this.#addresses[Number(source.slice(prefix.length))];
    if (address === undefined || this.files.length >= maxPictures) return null;
    if (address.length * 0.75 > Math.min(maxBytes, maxTotal - this.#total) + 100) return null;
    const file = fileOf(address, words, this.files.length + 1);
    if (file === null) return null;
    this.#total += file.size;
    return this.files.push(file) - 1;
  }
}

/** First bytes of the formats that the app shows. */
const formats: readonly (readonly [type: string, ending: string, start: RegExp])[] = [
  ["image/png", "png", /^\x89PNG\r\n/],
  ["image/jpeg", "jpg", /^\xff\xd8\xff/],
  ["image/gif", "gif", /^GIF8/],
  ["image/webp", "webp", /^RIFF[^]{4}WEBP/],
  ["image/avif", "avif", /^[^]{4}ftypavi/],
];

function fileOf(address: string, words: string, number: number): File | null {
  let bytes: string;
  try {
    bytes = atob(address.slice(address.indexOf(",") + 1));
  } catch {
    return null;
  }
  const format = formats.find(([, , start]) => start.test(bytes));
  if (format === undefined) return null;
  const [type, ending] = format;
  return new File(
    [Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))],
    `${nameOf(words, number)}.${ending}`,
    {
      type,
    },
  );
}

/** Returns a file name from a picture's text. */
function nameOf(words: string, number: number): string {
  const name = words
    .replaceAll(/[\p{C}\\/:*?"<>|#%]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/\.(?:png|jpe?g|gif|webp|avif)$/i, "");
  return [...name].slice(0, 60).join("").trim() || `picture-${number}`;
}
