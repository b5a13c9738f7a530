import type { TransferFailure, TransferJob, TransferRow } from "@tidemark/core/router";
import { languageNow } from "../language/language.ts";
import { failureStrings, rowStrings, transferStrings } from "./strings.ts";

/** Words, and the language that they are in where it is not that of the page. */
export interface Said {
  readonly text: string;
  readonly lang?: string;
}

/** What is read: the way in which it is written, and its own name. */
export function titleOf({ format, label }: Pick<TransferJob, "format" | "label">): string {
  const kind = format === null ? null : wordOf(transferStrings.formats, format);
  return [kind, nameOf(label)].filter((part) => part !== null && part !== "").join(": ");
}

/** The name of a source: what the label of it quotes, or all that it says. */
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

/** The engine speaks English, with every detail: elsewhere a sentence of ours stands for its own. */
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

/** How a job ended, in a line. */
export function wordsOfEnd({ type, made, isStopped }: TransferJob): string {
  if (type === "undo") return transferStrings.undone(made);
  return isStopped ? transferStrings.stopped(made) : transferStrings.added(made);
}
