import { Dicer } from "@fastify/busboy";
import type { IncomingMessage } from "node:http";

/** Reads the file's name from a form while another parser parses the form. */
export interface FormFilename {
  /**
   * Returns the name from the header of the form's file, once it has arrived; null if the header has no
   * readable `filename*`. Stops following the form.
   */
  read(): string | null;
}

/**
 * Follows a form up to its file. The form parser doesn't expose headers, and prefers `filename` to a
 * `filename*` after it, which holds the true name (RFC 6266, 4.3). Call this before passing the request to
 * that parser, because it must read each header first.
 */
export function followFilename(raw: IncomingMessage): FormFilename {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(raw.headers["content-type"] ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return { read: () => null };
  let name: string | null = null;
  const parts = new Dicer({ boundary });
  // The form parser reports errors of the form.
  parts.on("error", () => undefined);
  parts.on("part", (part) => {
    part.on("error", () => undefined);
    part.on("header", (header: { readonly [name: string]: readonly string[] | undefined }) => {
      name ??= nameIn(header["content-disposition"]?.[0] ?? "");
    });
    part.resume();
  });
  raw.pipe(parts);
  return {
    read() {
      raw.unpipe(parts);
      return name;
    },
  };
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/**
 * Returns the name in a Content-Disposition, given as Latin-1: from `filename*`, or from `filename` if
 * `filename*` can't be decoded. Returns null without a `filename*`.
 */
export function nameIn(disposition: string): string | null {
  const values = new Map<string, string>();
  for (const [, key = "", quoted, plain = ""] of disposition.matchAll(parameter)) {
    const name = key.toLowerCase();
    if (!values.has(name)) values.set(name, quoted?.replaceAll(/\\(["\\])/g, "$1") ?? plain);
  }
  const extended = values.get("filename*");
  if (extended === undefined) return null;
  const fallback = values.get("filename");
  return (
    decodeExtended(extended) ?? (fallback && Buffer.from(fallback, "latin1").toString()) ?? null
  );
}

/** Decodes `charset'language'percent-encoded` (RFC 8187); null for anything else. */
function decodeExtended(value: string): string | null {
  const [, charset, encoded] = /^([^']+)'[^']*'((?:[!-$&-~]|%[\da-f]{2})+)$/i.exec(value) ?? [];
  if (charset === undefined || encoded === undefined) return null;
  const characters = encoded.replaceAll(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(characters, "latin1"));
  } catch {
    return null;
  }
}
