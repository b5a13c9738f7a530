// Entry point for a window's native menu, which runs without a page: its labels and shortcuts.
export { englishMenuWords, type MenuWords } from "./app/english-menu-words.ts";
export { type CommandId, eachKey, keysOf, shownKeys } from "./commands/commands.ts";
