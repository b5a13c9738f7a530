import { i18n, type MessageDescriptor } from "@lingui/core";

/** Sentences by name: constant, parametrised, or grouped. */
interface SentenceTable {
  readonly [name: string]:
    | MessageDescriptor
    | ((...values: never[]) => MessageDescriptor)
    | SentenceTable;
}

/** Same names, with strings in the current language instead of descriptors. */
type Said<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (...values: infer Values) => MessageDescriptor
    ? (...values: Values) => string
    : Table[Name] extends MessageDescriptor
      ? string
      : Said<Table[Name]>;
};

/**
 * Wraps the sentences of a folder, written with Lingui's macros. Each is translated when it is read, so read
 * it where it is used and don't cache it. Plain text isn't translated.
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
