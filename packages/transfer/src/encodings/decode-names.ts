import { fromLatin1, toLatin1 } from "../bytes/text-bytes.ts";
import { decodeAs } from "./candidates.ts";
import { isUtf8, type Recognised, recognise } from "./recognise.ts";

export interface DecodedNames {
  readonly names: readonly string[];
  /** Encoding of the names that aren't UTF-8; null if all are. */
  readonly encoding: string | null;
  readonly isSure: boolean;
}

/** Evidence outside of the names. */
export interface NameEvidence {
  /** Names of files that notes link to, in NFC. */
  readonly linked: ReadonlySet<string>;
  /** Encoding of the notes, if it is certain. */
  readonly encoding: string | null;
}

/** Scores that evidence adds: a name that notes link to, and notes in the same encoding. */
const linkBonus = 3;
const noteBonus = 2.5;
/** Programs for DOS and Windows write names in the code page of the console. */
const consoleBonus = 0.8;
const consolePages = new Set(["cp437", "cp850", "cp852", "ibm866"]);

/**
 * Decodes the names of an archive: UTF-8, or else all of them in the same encoding, which is recognized by all
 * together. `evidence` is called if the names alone are too few.
 */
export async function decodeNames(
  raw: readonly Uint8Array[],
  evidence: () => Promise<NameEvidence>,
): Promise<DecodedNames> {
  const isOther = raw.map((name) => !isUtf8(name));
  const others = raw.filter((_, at) => isOther[at]);
  if (others.length === 0) {
    return { names: raw.map((name) => decodeAs("utf-8", name)), encoding: null, isSure: true };
  }
  const { label, isSure } = await recogniseNames(others, evidence);
  const names = raw.map((name, at) => decodeAs(isOther[at] === true ? label : "utf-8", name));
  return { names, encoding: label, isSure };
}

async function recogniseNames(
  names: readonly Uint8Array[],
  evidence: () => Promise<NameEvidence>,
): Promise<Recognised> {
  const segments = toLatin1(distinctSegments(names).join("\n"));
  const ofConsole = (label: string): number => (consolePages.has(label) ? consoleBonus : 0);
  const alone = recognise(segments, ofConsole);
  if (alone.isSure) return alone;
  const { linked, encoding } = await evidence();
  return recognise(segments, (label, text) => {
    const links = text.split("\n").filter((name) => isLinked(name, linked)).length;
    return ofConsole(label) + links * linkBonus + (label === encoding ? noteBonus : 0);
  });
}

function isLinked(name: string, linked: ReadonlySet<string>): boolean {
  const plain = name.normalize("NFC");
  return (
    /[^\0-\u007f]/.test(plain) && (linked.has(plain) || linked.has(plain.replace(/\.\w+$/, "")))
  );
}

/** Returns each folder and file beyond ASCII once, as bytes in Latin-1; a slash is never part of a character. */
function distinctSegments(names: readonly Uint8Array[]): string[] {
  const segments = names.flatMap((name) => fromLatin1(name).split("/"));
  return [...new Set(segments)].filter((segment) => /[\u0080-\u00ff]/.test(segment));
}

const links = /\]\(\s*<?([^()<>\n]+)>?|\[\[([^\]|#\n]+)|\ssrc\s*=\s*["']([^"'\n]+)/g;

/** Adds the names at the ends of a text's addresses, with and without extension. */
export function addLinkedNames(text: string, names: Set<string>): void {
  for (const [, address, wiki, source] of text.matchAll(links)) {
    const path = decoded((address ?? wiki ?? source ?? "").trim());
    for (const segment of path.split(/[\\/]/)) {
      const name = segment.normalize("NFC");
      names.add(name);
      names.add(name.replace(/\.\w+$/, ""));
    }
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
