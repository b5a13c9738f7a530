import type { MetaForm } from "./meta-form.ts";

/**
 * A named value and how it is kept: the only thing that a store of such values takes, by its kind.
 * Nothing but what is defined here has its shape.
 */
class KeptValue<Kind extends "value" | "memo-note", T> {
  readonly kind: Kind;
  /** As it stands in the database. */
  readonly name: string;
  readonly #form: MetaForm<T>;

  constructor(kind: Kind, name: string, form: MetaForm<T>) {
    this.kind = kind;
    this.name = name;
    this.#form = form;
  }

  /** null for what is as good as absent. Throws, and names the key, where the text is broken. */
  parse(kept: string): T | null {
    try {
      return this.#form.parse(kept);
    } catch (cause) {
      throw new Error(`what the database keeps as "${this.name}" cannot be read`, { cause });
    }
  }

  format(value: T): string {
    return this.#form.format(value);
  }
}

/** A value that a database has once. */
export type MetaKey<T> = KeptValue<"value", T>;

/** A value that each memo may have; it goes with the memo's row. */
export type MemoNoteKey<T> = KeptValue<"memo-note", T>;

/** Values of one kind that are kept apart by an argument, a scope for instance. */
export interface MetaFamily<T> {
  /** What all its keys begin with. */
  readonly prefix: string;
  at(argument: string): MetaKey<T>;
}

export interface MetaDefinition {
  readonly kind: "value" | "family" | "memo-note";
  /** The key; of a family what all its keys begin with. */
  readonly name: string;
}

const definitions: MetaDefinition[] = [];

/** All that was defined by the modules that are loaded; twice what was defined twice. */
export function metaDefinitions(): readonly MetaDefinition[] {
  return [...definitions];
}

export function defineMeta<T>(key: string, form: MetaForm<T>): MetaKey<T> {
  definitions.push({ kind: "value", name: key });
  return new KeptValue("value", key, form);
}

/** The key of each is the prefix with its argument behind it. */
export function defineMetaFamily<T>(prefix: string, form: MetaForm<T>): MetaFamily<T> {
  definitions.push({ kind: "family", name: prefix });
  return { prefix, at: (argument) => new KeptValue("value", prefix + argument, form) };
}

export function defineMemoNote<T>(key: string, form: MetaForm<T>): MemoNoteKey<T> {
  definitions.push({ kind: "memo-note", name: key });
  return new KeptValue("memo-note", key, form);
}
