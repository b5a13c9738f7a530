import type { ShellRequest } from "@tidemark/ui";
import type { MenuWords } from "@tidemark/ui/native-menu";

/** Name of the message with which the preload passes the port to the page, and of the call to main. */
export const portMessage = "tidemark:port";
export const connectChannel = "tidemark:connect";

/** Name of the preload's message to main with the words of the native menu. */
export const menuWordsChannel = "tidemark:menu-words";

/** Name of the message from main to the preload, and on to the page, that a new host is running. */
export const hostRestarted = "tidemark:host-restarted";

/** API that the preload exposes as `window.tidemark`. */
export interface PageBridge {
  /** Requests a port, which arrives as a window message. */
  connect(): void;
  /** Sets the native menu's words in the current language. */
  setMenuWords(words: MenuWords): void;
  /** Returns the path of a file that the user chose or dropped; "" if it isn't on disk. */
  pathOf(file: File): string;
  /** Sends a request to the main process; responses arrive as window messages. */
  askShell(request: ShellRequest): void;
}
