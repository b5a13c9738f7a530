import type { StreamParser } from "@codemirror/language";
import type { Parser } from "@lezer/common";

/** A language whose code is coloured. Its parser comes when the first such code is shown. */
export interface CodeLanguage {
  readonly name: string;
  load(): Promise<Parser>;
}

const languages: readonly (CodeLanguage & { readonly aliases: string })[] = [
  {
    name: "JavaScript",
    aliases: "javascript js mjs cjs jsx node",
    load: () => javascript("jsx"),
  },
  { name: "TypeScript", aliases: "typescript ts mts cts tsx", load: () => javascript("ts jsx") },
  {
    name: "Python",
    aliases: "python py python3",
    load: async () => (await import("@lezer/python")).parser,
  },
  { name: "Rust", aliases: "rust rs", load: async () => (await import("@lezer/rust")).parser },
  { name: "Go", aliases: "go golang", load: async () => (await import("@lezer/go")).parser },
  { name: "C", aliases: "c h", load: async () => (await import("@lezer/cpp")).parser },
  {
    name: "C++",
    aliases: "cpp c++ cc cxx hpp",
    load: async () => (await import("@lezer/cpp")).parser,
  },
  { name: "Java", aliases: "java", load: async () => (await import("@lezer/java")).parser },
  {
    name: "JSON",
    aliases: "json jsonc json5",
    load: async () => (await import("@lezer/json")).parser,
  },
  { name: "CSS", aliases: "css scss less", load: async () => (await import("@lezer/css")).parser },
  {
    name: "HTML",
    aliases: "html htm vue svelte astro erb",
    load: async () => (await import("@lezer/html")).parser,
  },
  {
    name: "XML",
    aliases: "xml svg xsd rss",
    load: async () => (await import("@lezer/xml")).parser,
  },
  { name: "YAML", aliases: "yaml yml", load: async () => (await import("@lezer/yaml")).parser },
  {
    name: "PHP",
    aliases: "php",
    load: async () => (await import("@lezer/php")).parser.configure({ top: "Program" }),
  },
  {
    name: "Elixir",
    aliases: "elixir ex exs",
    load: async () => (await import("lezer-elixir")).parser,
  },
  {
    name: "SQL",
    aliases: "sql mysql postgresql postgres sqlite plsql",
    load: async () => (await import("@codemirror/lang-sql")).PostgreSQL.language.parser,
  },
  {
    name: "Shell",
    aliases: "bash sh shell zsh console",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/shell")).shell),
  },
  {
    name: "Ruby",
    aliases: "ruby rb",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby),
  },
  {
    name: "Clojure",
    aliases: "clojure clj cljs edn",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure),
  },
  {
    name: "C#",
    aliases: "csharp cs c#",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp),
  },
  {
    name: "Kotlin",
    aliases: "kotlin kt",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin),
  },
  {
    name: "Swift",
    aliases: "swift",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/swift")).swift),
  },
  {
    name: "Lua",
    aliases: "lua",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/lua")).lua),
  },
  {
    name: "TOML",
    aliases: "toml ini",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/toml")).toml),
  },
  {
    name: "Diff",
    aliases: "diff patch",
    load: () => stream(async () => (await import("@codemirror/legacy-modes/mode/diff")).diff),
  },
  {
    name: "Dockerfile",
    aliases: "dockerfile docker",
    load: () =>
      stream(async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile),
  },
  {
    name: "PowerShell",
    aliases: "powershell ps1 pwsh",
    load: () =>
      stream(async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell),
  },
];

const byAlias = new Map(
  languages.flatMap((language) => language.aliases.split(" ").map((alias) => [alias, language])),
);

/** The language that code is marked with, by any of its usual names. */
export function findLanguage(alias: string): CodeLanguage | undefined {
  return byAlias.get(alias.toLowerCase());
}

async function javascript(dialect: string): Promise<Parser> {
  return (await import("@lezer/javascript")).parser.configure({ dialect });
}

/** A language that the editor reads line by line, without a grammar. */
async function stream(load: () => Promise<StreamParser<unknown>>): Promise<Parser> {
  const [{ StreamLanguage }, mode] = await Promise.all([import("@codemirror/language"), load()]);
  return StreamLanguage.define(mode).parser;
}
