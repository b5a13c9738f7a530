import type { StreamParser } from "@codemirror/language";
import type { Parser } from "@lezer/common";
import type { CodeLanguage } from "./languages.ts";

/** Loads the parser of a language, when the first such code is shown. */
export const parsers: Readonly<Record<CodeLanguage, () => Promise<Parser>>> = {
  JavaScript: () => javascript("jsx"),
  TypeScript: () => javascript("ts jsx"),
  Python: async () => (await import("@lezer/python")).parser,
  Rust: async () => (await import("@lezer/rust")).parser,
  Go: async () => (await import("@lezer/go")).parser,
  C: async () => (await import("@lezer/cpp")).parser,
  "C++": async () => (await import("@lezer/cpp")).parser,
  Java: async () => (await import("@lezer/java")).parser,
  JSON: async () => (await import("@lezer/json")).parser,
  CSS: async () => (await import("@lezer/css")).parser,
  HTML: async () => (await import("@lezer/html")).parser,
  XML: async () => (await import("@lezer/xml")).parser,
  YAML: async () => (await import("@lezer/yaml")).parser,
  PHP: async () => (await import("@lezer/php")).parser.configure({ top: "Program" }),
  Elixir: async () => (await import("lezer-elixir")).parser,
  SQL: async () => (await import("@codemirror/lang-sql")).PostgreSQL.language.parser,
  Shell: () => stream(async () => (await import("@codemirror/legacy-modes/mode/shell")).shell),
  Ruby: () => stream(async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby),
  Clojure: () =>
    stream(async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure),
  "C#": () => stream(async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp),
  Kotlin: () => stream(async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin),
  Swift: () => stream(async () => (await import("@codemirror/legacy-modes/mode/swift")).swift),
  Lua: () => stream(async () => (await import("@codemirror/legacy-modes/mode/lua")).lua),
  TOML: () => stream(async () => (await import("@codemirror/legacy-modes/mode/toml")).toml),
  Diff: () => stream(async () => (await import("@codemirror/legacy-modes/mode/diff")).diff),
  Dockerfile: () =>
    stream(async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile),
  PowerShell: () =>
    stream(async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell),
};

async function javascript(dialect: string): Promise<Parser> {
  return (await import("@lezer/javascript")).parser.configure({ dialect });
}

/** Returns the parser of a language that CodeMirror reads line by line, without a grammar. */
async function stream(load: () => Promise<StreamParser<unknown>>): Promise<Parser> {
  const [{ StreamLanguage }, mode] = await Promise.all([import("@codemirror/language"), load()]);
  return StreamLanguage.define(mode).parser;
}
