import { Tokenizer } from "htmlparser2";
import { type LinkedData, readLinkedData } from "./linked-data.ts";

/** Metadata of a page; "" for missing values. */
export interface LinkMetadata {
  /** The requested URL. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Absolute http or https address of a picture. */
  readonly image: string;
}

const maxTextLength = 1000;
/** Maximum length of a value before it is shortened; names of pictures may be long. */
const maxValueLength = 16_384;
/** Maximum number of values per name: pages list several pictures, and the first may be invalid. */
const maxValues = 8;
const maxLinkedData = 256 * 1024;
/** Number of elements not allowed in a head after which an unclosed head counts as closed. */
const maxStrangers = 200;
/** Maximum nesting, since each tag iterates over them. */
const maxWrappers = 32;
/** Characters that are parsed between checks whether enough is known. */
const sliceLength = 4096;
/** Characters before the current piece in which a name may begin; longer names aren't relevant. */
const tailLength = 256;

const headTags = new Set(["html", "head", "title", "meta", "link", "base", "script", "style"]);
/** Allowed in a head, and may contain elements that aren't. */
const wrapperTags = new Set(["noscript", "template", "svg", "math"]);
const foreignTags = new Set(["svg", "math"]);
/** Elements whose attributes are read. */
const readTags = new Set(["meta", "link", "base", "script"]);

const titleNames = ["og:title", "twitter:title"];
const descriptionNames = ["og:description", "twitter:description", "description"];
const imageNames = [
  "og:image:secure_url",
  "og:image",
  "og:image:url",
  "twitter:image",
  "twitter:image:src",
  "image_src",
];
const readNames = new Set([...titleNames, ...descriptionNames, ...imageNames]);

export interface PageReader {
  /** Parses the next part of the page. */
  write(html: string): void;
  /** True if the rest of the page can't change the result. */
  isDone(): boolean;
  isHeadOver(): boolean;
  hasTitle(): boolean;
  /** Charset declared in the page; null until found. */
  charset(): string | null;
  /** Returns the metadata read so far. `address` is the URL of the page. */
  metadata(address: string): Omit<LinkMetadata, "url">;
}

/**
 * Reads a page's metadata while it arrives. It reads tokens and builds no tree, because a tree built by the
 * rules of HTML can grow with the square of the page. It stops after a head with a title; otherwise it
 * continues into the body, where frameworks stream title and metas in one run.
 */
export function createPageReader(): PageReader {
  /** Non-empty values by name, in order. */
  const metas = new Map<string, string[]>();
  const linkedData: string[] = [];
  let title = "";
  let base: string | null = null;
  let charset: string | null = null;
  let hasHead = false;
  let isHeadOver = false;
  let isRunOver = false;
  let strangers = 0;
  /** Open elements whose content doesn't describe the page. */
  const wrappers: string[] = [];

  let piece = "";
  /** Offset of `piece` in the page. */
  let pieceStart = 0;
  let tag = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  let collecting: "title" | "linked-data" | null = null;
  let data = "";

  const slice = (start: number, end: number): string =>
    start < pieceStart || end - start > maxValueLength
      ? ""
      : piece.slice(start - pieceStart, end - pieceStart);
  /** Like `slice`, but truncates a long text instead of omitting it. */
  const cut = (start: number, end: number, room: number): string =>
    piece.slice(
      Math.max(0, start - pieceStart),
      Math.min(end, start + Math.max(0, room)) - pieceStart,
    );
  const isInForeign = (): boolean => wrappers.some((each) => foreignTags.has(each));
  const add = (name: string, text: string): void => {
    const known = metas.get(name) ?? [];
    if (!readNames.has(name) || known.length === maxValues || text.trim() === "") return;
    metas.set(name, [...known, text]);
  };
  const hasTitle = (): boolean => title.trim() !== "" || titleNames.some((name) => metas.has(name));

  function beginTag(name: string): void {
    tag = name;
    attributes = new Map();
    if (name === "head") hasHead = true;
    if (name === "body") endHead();
    if (wrappers.length > 0 || headTags.has(name) || wrapperTags.has(name)) return;
    strangers += 1;
    if (isHeadOver) isRunOver = hasTitle();
    else if (!hasHead || strangers > maxStrangers) endHead();
  }

  function endHead(): void {
    isHeadOver = true;
    // An unclosed wrapper must not hide the body.
    wrappers.length = 0;
    isRunOver = hasTitle();
  }

  function endOpenTag(isSelfClosing: boolean): void {
    if (wrapperTags.has(tag) && !(isSelfClosing && (foreignTags.has(tag) || isInForeign()))) {
      if (wrappers.length < maxWrappers) wrappers.push(tag);
    }
    if (wrappers.length > 0 || isDone()) return;
    if (tag === "title" && title.trim() === "") {
      title = "";
      collecting = "title";
    } else if (tag === "meta") readMeta();
    else if (tag === "link") readLink();
    else if (tag === "base") base ??= attributes.get("href") ?? null;
    else if (tag === "script" && isLinkedData(attributes.get("type"))) {
      data = "";
      collecting = "linked-data";
    }
  }

  function readMeta(): void {
    const content = attributes.get("content") ?? "";
    for (const key of ["property", "name"]) {
      for (const name of (attributes.get(key) ?? "").toLowerCase().split(/\s+/)) add(name, content);
    }
    const isType = attributes.get("http-equiv")?.trim().toLowerCase() === "content-type";
    charset ??= attributes.get("charset") ?? (isType ? charsetIn(content) : null);
  }

  function readLink(): void {
    const kinds = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (kinds.includes("image_src")) add("image_src", attributes.get("href") ?? "");
  }

  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        collecting = null;
        beginTag(slice(start, end).toLowerCase());
      },
      onattribname(start, end) {
        attribute = readTags.has(tag) ? slice(start, end).toLowerCase() : "";
        value = "";
      },
      onattribdata(start, end) {
        if (attribute !== "") value += cut(start, end, maxValueLength - value.length);
      },
      onattribentity(codepoint) {
        if (attribute !== "") value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attribute !== "" && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: () => endOpenTag(false),
      onselfclosingtag: () => endOpenTag(true),
      onclosetag(start, end) {
        const name = slice(start, end).toLowerCase();
        if (collecting === "linked-data" && data !== "" && linkedData.length < 4) {
          linkedData.push(data);
        }
        collecting = null;
        if (name === "head") return endHead();
        const at = wrapperTags.has(name) ? wrappers.lastIndexOf(name) : -1;
        if (at >= 0) wrappers.length = at;
        // In a body, this ends the element that contains the streamed title and metas.
        else if (isHeadOver && !headTags.has(name) && wrappers.length === 0) isRunOver = hasTitle();
      },
      ontext(start, end) {
        if (collecting === "title") title += cut(start, end, maxValueLength - title.length);
        else if (collecting === "linked-data") data += cut(start, end, maxLinkedData - data.length);
      },
      ontextentity(codepoint) {
        if (collecting === "title") title += String.fromCodePoint(codepoint);
      },
      isInForeignContext: isInForeign,
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );

  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => metas.get(name)?.[0]).find((each) => each !== undefined);
  const isDone = (): boolean =>
    isHeadOver &&
    hasTitle() &&
    (isRunOver || (first(descriptionNames) !== undefined && first(imageNames) !== undefined));

  return {
    write(html) {
      for (let at = 0; at < html.length && !isDone(); at += sliceLength) {
        const next = html.slice(at, at + sliceLength);
        const tail = piece.slice(-tailLength);
        pieceStart += piece.length - tail.length;
        piece = tail + next;
        tokenizer.write(next);
      }
    },
    isDone,
    isHeadOver: () => isHeadOver,
    hasTitle,
    charset: () => charset,
    metadata(address) {
      const linked = readLinkedData(linkedData);
      const from = base === null ? null : URL.parse(base, address);
      const isWeb = from?.protocol === "https:" || from?.protocol === "http:";
      return {
        title: oneLine(first(titleNames) ?? "") || oneLine(title) || oneLine(linked.title),
        description: oneLine(first(descriptionNames) ?? "") || oneLine(linked.description),
        image: firstImage(metas, linked, isWeb && from !== null ? from.href : address),
      };
    },
  };
}

/** Returns the charset of a `Content-Type`, parsed like WHATWG does for metas. */
export function charsetIn(contentType: string): string | null {
  const named = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType);
  return named === null ? null : (named[1] ?? named[2] ?? named[3] ?? null);
}

function isLinkedData(type: string | undefined): boolean {
  return type !== undefined && /^\s*application\/ld\+json\s*(?:;|$)/i.test(type);
}

function firstImage(
  metas: ReadonlyMap<string, readonly string[]>,
  linked: LinkedData,
  base: string,
): string {
  const named = [...imageNames.flatMap((name) => metas.get(name) ?? []), linked.image];
  return named.map((each) => webAddress(each.trim(), base)).find((each) => each !== "") ?? "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, maxTextLength).toWellFormed();
}

function webAddress(text: string, base: string): string {
  const url = text === "" ? null : URL.parse(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}
