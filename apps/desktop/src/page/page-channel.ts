/** Name of the message in which the preload hands the page its port, and of the call to main. */
export const portMessage = "tidemark:port";
export const connectChannel = "tidemark:connect";

/** Name of main's message to the preload, and of the preload's to the page: a new host runs. */
export const hostRestarted = "tidemark:host-restarted";

/** What the preload puts at `window.tidemark`: asks for a port, which comes as a window message. */
export interface PageBridge {
  connect(): void;
}
