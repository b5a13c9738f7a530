import type { TransferFailure, TransferJob, TransferRow } from "@tidemark/core/router";
import { languageNow } from "../language/language.ts";
import { failureStrings, rowStrings, transferStrings } from "./strings.ts";

/** Text, with its language if it differs from the page's. */
export interface Said {
  readonly text: string;
  readonly lang?: string;
}

/** Returns the title of a source: its format and its name. */
export function titleOf({ format, label }: Pick<TransferJob, "format" | "label">): string {
  const kind = format === null ? null : wordOf(transferStrings.formats, format);
  return [kind, nameOf(label)].filter((part) => part !== null && part !== "").join(": ");
}

/** Returns the name of a source: the quoted part of its label, or the whole label. */
export function nameOf(label: string): string {
  return /"(.*)"$/s.exec(label)?.[1] ?? label.replace(/^the /, "");
}

export function wordsOfStop({ code, words, path }: TransferFailure): Said {
  const why = said(wordOf(failureStrings, code), words);
  return path === undefined ? why : { ...why, text: `${path}: ${why.text}` };
}

export function wordsOfRow({ code, words }: TransferRow): Said {
  return said(wordOf(rowStrings, code), words);
}

/** Returns the translated sentence, or the engine's detailed English one. */
function said(own: string | null, words: string): Said {
  if (languageNow() === "en" || own === null) {
    return languageNow() === "en" ? { text: asSentence(words) } : { text: words, lang: "en" };
  }
  return { text: own };
}

function asSentence(words: string): string {
  if (words === "") return "";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?…]$/u.test(words) ? "" : "."}`;
}

function wordOf(table: Readonly<Record<string, string>>, code: string): string | null {
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}

/** Returns the result of a job in one line. */
export function wordsOfEnd({ type, made, isStopped, kept }: TransferJob): string {
  if (type === "undo") {
    const left = kept === 0 ? [] : [transferStrings.kept(kept)];
    return [transferStrings.undone(made), ...left].join(". ");
  }
  return isStopped ? transferStrings.stopped(made) : transferStrings.added(made);
}
