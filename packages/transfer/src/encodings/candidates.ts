import { decodeDosPage, isDosPage } from "./dos-pages.ts";
import {
  type Alphabet,
  arabic,
  cyrillic,
  greek,
  hebrew,
  latin,
  thai,
  vietnamese,
} from "./languages.ts";

/** Encoding in which bytes may be read. */
export interface Candidate {
  /** Label for people, and for `TextDecoder` unless it is a code page of DOS. */
  readonly label: string;
  /** Logarithm of how likely the encoding is, compared with the others. */
  readonly weight: number;
  /** Languages of an encoding of letters; the name of the script otherwise. */
  readonly languages:
    | readonly Alphabet[]
    | "simplified"
    | "traditional"
    | "japanese"
    | "korean"
    | "utf-8";
}

/** Encodings of text files, the most frequent first. */
export const candidates: readonly Candidate[] = [
  { label: "windows-1252", weight: 0, languages: latin },
  { label: "gb18030", weight: 0, languages: "simplified" },
  { label: "shift_jis", weight: 0, languages: "japanese" },
  { label: "big5", weight: -0.3, languages: "traditional" },
  { label: "euc-kr", weight: 0, languages: "korean" },
  { label: "windows-1251", weight: 0, languages: cyrillic },
  { label: "windows-1250", weight: -0.4, languages: latin },
  { label: "windows-1253", weight: -0.2, languages: greek },
  { label: "windows-1254", weight: -0.5, languages: latin },
  { label: "windows-1255", weight: -0.4, languages: hebrew },
  { label: "windows-1256", weight: -0.4, languages: arabic },
  { label: "windows-1257", weight: -0.8, languages: latin },
  { label: "windows-1258", weight: -1.5, languages: vietnamese },
  { label: "windows-874", weight: -0.4, languages: thai },
  { label: "euc-jp", weight: -1, languages: "japanese" },
  { label: "koi8-u", weight: -0.8, languages: cyrillic },
  { label: "iso-8859-2", weight: -1.2, languages: latin },
  { label: "ibm866", weight: -0.8, languages: cyrillic },
  { label: "cp850", weight: -1, languages: latin },
  { label: "cp852", weight: -1.4, languages: latin },
  { label: "cp437", weight: -1.2, languages: latin },
  { label: "iso-8859-5", weight: -2, languages: cyrillic },
  { label: "macintosh", weight: -3.5, languages: latin },
  // UTF-16 with ASCII is recognized by its zeros.
  { label: "utf-16le", weight: -1, languages: "simplified" },
  { label: "utf-16le", weight: -1, languages: "traditional" },
  { label: "utf-16le", weight: -1, languages: "japanese" },
  { label: "utf-16le", weight: -1, languages: "korean" },
  // A few damaged bytes don't make UTF-8 another encoding.
  { label: "utf-8", weight: 0, languages: "utf-8" },
];

/** Decodes bytes, with U+FFFD for invalid ones. */
export function decodeAs(label: string, bytes: Uint8Array): string {
  return isDosPage(label) ? decodeDosPage(label, bytes) : new TextDecoder(label).decode(bytes);
}
