import { bareLetters } from "@tidemark/core/same-letters";
import type { FoundMemo } from "@tidemark/core/router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { ViewAddress } from "../state/view-address.ts";

/** Command that can be run from anywhere. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Keys as in the shortcut sheet; "" if there are none. */
  readonly keys: string;
  readonly icon: LucideIcon;
  run(): void;
}

/** Screen of the app, view of the user, section of the settings, or administration of the server. */
export interface PaletteView {
  readonly key: string;
  readonly address:
    | ViewAddress
    | "library"
    | "inbox"
    | "administration"
    | { readonly settings: string };
  readonly label: string;
  /** Name of the command that goes there, which is found too; "" if there is none. */
  readonly command: string;
  readonly icon: ReactNode;
  /** Keys as in the shortcut sheet; "" if there are none. */
  readonly keys: string;
}

/** Keyboard shortcut, with the place in which it acts. */
export interface PaletteKeys {
  readonly id: string;
  readonly label: string;
  readonly where: string;
  readonly keys: readonly string[];
  /** True if the keys are text, the same on every keyboard. */
  readonly isText: boolean;
  /** Command that does the same from anywhere; `null` if there is none. */
  readonly command: PaletteCommand | null;
}

/** Tag with the number of memos that have it. */
export interface PaletteTag {
  readonly tag: string;
  readonly count: number;
}

/** Row that can be chosen. */
export type PaletteRow =
  | { readonly kind: "memo"; readonly key: string; readonly memo: FoundMemo }
  | { readonly kind: "command"; readonly key: string; readonly command: PaletteCommand }
  | { readonly kind: "tag"; readonly key: string; readonly tag: PaletteTag }
  | { readonly kind: "view"; readonly key: string; readonly view: PaletteView }
  | { readonly kind: "keys"; readonly key: string; readonly keys: PaletteKeys }
  | { readonly kind: "search"; readonly key: string; readonly words: string };

/** Query, for commands, tags, views or help by its first character, else for memos. */
export type PaletteAsk = {
  readonly kind: "memos" | "commands" | "tags" | "views" | "help";
  readonly words: string;
};

/** Reads the field. Touch screens have no help: it lists keys. */
export function readAsk(typed: string, isTouched = false): PaletteAsk {
  const text = typed.trimStart();
  const words = text.slice(1).trim();
  if (text.startsWith(">")) return { kind: "commands", words };
  if (text.startsWith("@")) return { kind: "views", words };
  if (text.startsWith("?") && !isTouched) return { kind: "help", words };
  // A tag followed by text narrows a search for memos.
  if (text.startsWith("#") && !/\s/u.test(text)) return { kind: "tags", words };
  return { kind: "memos", words: text.trim() };
}

/** Returns the items whose label has all of the words; those that begin with them come first. */
export function withWords<T>(all: readonly T[], words: string, labelOf: (each: T) => string): T[] {
  const typed = bareLetters(words.trim());
  const parts = typed.split(/\s+/u);
  const found = all.filter((each) => {
    const label = bareLetters(labelOf(each));
    return parts.every((part) => label.includes(part));
  });
  const isAhead = (each: T): number => (beginsWith(labelOf(each), typed) ? 0 : 1);
  return found.toSorted((one, other) => isAhead(one) - isAhead(other));
}

function beginsWith(label: string, words: string): boolean {
  return bareLetters(label).startsWith(bareLetters(words.trim()));
}

export interface PaletteGroup {
  readonly value: "recent" | "memos" | "commands" | "tags" | "views" | "places" | "help" | "search";
  readonly items: readonly PaletteRow[];
}

export interface PaletteSources {
  /** Memos that the host found for the words; for the previous words during a search. */
  readonly memos: readonly FoundMemo[];
  readonly commands: readonly PaletteCommand[];
  readonly tags: readonly PaletteTag[];
  readonly views: readonly PaletteView[];
  readonly settings: readonly PaletteView[];
  readonly keys: readonly PaletteKeys[];
}

const maxTags = 50;
const maxBeside = 4;

/** Returns the groups that the palette lists for a query. */
export function paletteGroups(
  { kind, words }: PaletteAsk,
  { memos, commands, tags, views, settings, keys }: PaletteSources,
): PaletteGroup[] {
  const commandRows = (some: readonly PaletteCommand[]): PaletteRow[] =>
    some.map((command) => ({ kind: "command", key: `>${command.id}`, command }));
  const viewRows = (some: readonly PaletteView[]): PaletteRow[] =>
    some.map((view) => ({ kind: "view", key: `@${view.key}`, view }));
  const memoRows: PaletteRow[] = memos.map((memo) => ({ kind: "memo", key: memo.id, memo }));
  const named = withWords(commands, words, ({ label }) => label);
  const groups: PaletteGroup[] = [];
  const placesOf = (some: readonly PaletteView[]): PaletteRow[] =>
    viewRows(withWords(some, words, ({ label, command }) => `${label} ${command}`));
  if (kind === "commands") {
    const places = { value: "places", items: placesOf([...views, ...settings]) } as const;
    groups.push({ value: "commands", items: commandRows(named) }, places);
    // "arch" means the archive, and not the search.
    const begins = named.some(({ label }) => beginsWith(label, words));
    const isPlace = [...views, ...settings].some(({ label }) => beginsWith(label, words));
    if (!begins && isPlace) groups.reverse();
  } else if (kind === "views") groups.push({ value: "views", items: placesOf(views) });
  else if (kind === "help") {
    const items = withWords(keys, words, (each) => `${each.label} ${each.keys.join(" ")}`);
    groups.push({
      value: "help",
      items: items.map((each) => ({ kind: "keys", key: `?${each.id}`, keys: each })),
    });
  } else if (kind === "tags") {
    const items = withWords(tags, words, ({ tag }) => tag).slice(0, maxTags);
    groups.push({
      value: "tags",
      items: items.map((tag) => ({ kind: "tag", key: `#${tag.tag}`, tag })),
    });
  } else if (words === "") {
    groups.push({ value: "recent", items: memoRows.slice(0, 5) });
    groups.push({ value: "commands", items: commandRows(commands.slice(0, maxBeside)) });
  } else {
    groups.push({ value: "memos", items: memoRows });
    groups.push({ value: "commands", items: commandRows(named.slice(0, maxBeside)) });
    const found = placesOf([...views, ...settings]);
    groups.push({ value: "views", items: found.slice(0, maxBeside) });
    groups.push({ value: "search", items: [{ kind: "search", key: "search", words }] });
  }
  return groups.filter(({ items }) => items.length > 0);
}
