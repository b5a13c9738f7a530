import type { ShellRequest } from "@tidemark/ui";
import type { MenuWords } from "@tidemark/ui/native-menu";

/** Name of the message in which the preload hands the page its port, and of the call to main. */
export const portMessage = "tidemark:port";
export const connectChannel = "tidemark:connect";

/** Name of the preload's message to main with the words of the native menu. */
export const menuWordsChannel = "tidemark:menu-words";

/** Name of main's message to the preload, and of the preload's to the page: a new host runs. */
export const hostRestarted = "tidemark:host-restarted";

/** What the preload puts at `window.tidemark`. */
export interface PageBridge {
  /** Asks for a port, which comes as a window message. */
  connect(): void;
  /** Tells what the native menu says in the language that is shown. */
  setMenuWords(words: MenuWords): void;
  /** Where a file that a person chose or dropped is on this machine; "": nowhere. */
  pathOf(file: File): string;
  /** Asks something of the window around the page; what it says comes as window messages. */
  askShell(request: ShellRequest): void;
}
