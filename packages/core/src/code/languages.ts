/** Names of the languages whose code is coloured, each with its aliases in Markdown. */
const languages = [
  ["JavaScript", "javascript js mjs cjs jsx node"],
  ["TypeScript", "typescript ts mts cts tsx"],
  ["Python", "python py python3"],
  ["Rust", "rust rs"],
  ["Go", "go golang"],
  ["C", "c h"],
  ["C++", "cpp c++ cc cxx hpp"],
  ["Java", "java"],
  ["JSON", "json jsonc json5"],
  ["CSS", "css scss less"],
  ["HTML", "html htm vue svelte astro erb"],
  ["XML", "xml svg xsd rss"],
  ["YAML", "yaml yml"],
  ["PHP", "php"],
  ["Elixir", "elixir ex exs"],
  ["SQL", "sql mysql postgresql postgres sqlite plsql"],
  ["Shell", "bash sh shell zsh console"],
  ["Ruby", "ruby rb"],
  ["Clojure", "clojure clj cljs edn"],
  ["C#", "csharp cs c#"],
  ["Kotlin", "kotlin kt"],
  ["Swift", "swift"],
  ["Lua", "lua"],
  ["TOML", "toml ini"],
  ["Diff", "diff patch"],
  ["Dockerfile", "dockerfile docker"],
  ["PowerShell", "powershell ps1 pwsh"],
] as const;

export type CodeLanguage = (typeof languages)[number][0];

const byAlias = new Map(
  languages.flatMap(([name, aliases]) => aliases.split(" ").map((alias) => [alias, name])),
);

/** Returns the language of an alias; `undefined` if it is unknown. */
export function findLanguage(alias: string): CodeLanguage | undefined {
  return byAlias.get(alias.toLowerCase());
}
