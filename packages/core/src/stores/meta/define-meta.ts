import type { MetaForm } from "./meta-form.ts";

/**
 * Named value with its storage format. Stores accept only instances of this class, which only this module
 * creates.
 */
class KeptValue<Kind extends "value" | "memo-note", T> {
  readonly kind: Kind;
  /** Key in the database. */
  readonly name: string;
  readonly #form: MetaForm<T>;

  constructor(kind: Kind, name: string, form: MetaForm<T>) {
    this.kind = kind;
    this.name = name;
    this.#form = form;
  }

  /**
   * Returns null for a text that counts as absent. Throws an error that names the key if the text is invalid.
   */
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

/** Value that a database stores once. */
export type MetaKey<T> = KeptValue<"value", T>;

/** Value that each memo may have. It is deleted with the memo's row. */
export type MemoNoteKey<T> = KeptValue<"memo-note", T>;

/** Values of one kind, distinguished by an argument such as a scope. */
export interface MetaFamily<T> {
  /** Prefix of all its keys. */
  readonly prefix: string;
  at(argument: string): MetaKey<T>;
}

export interface MetaDefinition {
  readonly kind: "value" | "family" | "memo-note";
  /** Key, or for a family the prefix of its keys. */
  readonly name: string;
}

const definitions: MetaDefinition[] = [];

/** Returns all definitions of the loaded modules. A name that was defined twice is listed twice. */
export function metaDefinitions(): readonly MetaDefinition[] {
  return [...definitions];
}

export function defineMeta<T>(key: string, form: MetaForm<T>): MetaKey<T> {
  definitions.push({ kind: "value", name: key });
  return new KeptValue("value", key, form);
}

/** Defines values whose key is the prefix followed by the argument. */
export function defineMetaFamily<T>(prefix: string, form: MetaForm<T>): MetaFamily<T> {
  definitions.push({ kind: "family", name: prefix });
  return { prefix, at: (argument) => new KeptValue("value", prefix + argument, form) };
}

export function defineMemoNote<T>(key: string, form: MetaForm<T>): MemoNoteKey<T> {
  definitions.push({ kind: "memo-note", name: key });
  return new KeptValue("memo-note", key, form);
}
