// The door for a window's native menu, which runs where there is no page: what it says and which keys it shows.
export { englishMenuWords, type MenuWords } from "./app/english-menu-words.ts";
export { type CommandId, eachKey, keysOf, shownKeys } from "./commands/commands.ts";
