import { i18n, type MessageDescriptor } from "@lingui/core";

/** Sentences by name: alone, made from values, or in groups. */
interface SentenceTable {
  readonly [name: string]:
    | MessageDescriptor
    | ((...values: never[]) => MessageDescriptor)
    | SentenceTable;
}

/** The same names, with the words of the language of now in place of the sentences. */
type Said<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (...values: infer Values) => MessageDescriptor
    ? (...values: Values) => string
    : Table[Name] extends MessageDescriptor
      ? string
      : Said<Table[Name]>;
};

/**
 * The sentences of a folder, written with the macros of Lingui. Each is said in the language that is
 * shown when it is read: read it where it is used, never once for all. Plain text is no sentence.
 */
export function sentences<const Table extends SentenceTable>(table: Table): Said<Table> {
  return said(table) as Said<Table>;
}

function said(table: SentenceTable): object {
  const words = {};
  for (const [name, entry] of Object.entries(table)) {
    if (typeof entry === "function") {
      const value = (...values: never[]): string => i18n._(entry(...values));
      Object.defineProperty(words, name, { value, enumerable: true });
    } else if (isSentence(entry)) {
      Object.defineProperty(words, name, { get: () => i18n._(entry), enumerable: true });
    } else {
      Object.defineProperty(words, name, { value: said(entry), enumerable: true });
    }
  }
  return words;
}

function isSentence(entry: MessageDescriptor | SentenceTable): entry is MessageDescriptor {
  return typeof entry["id"] === "string";
}
