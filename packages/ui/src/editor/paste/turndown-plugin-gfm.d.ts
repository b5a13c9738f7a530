declare module "@joplin/turndown-plugin-gfm" {
  import type TurndownService from "turndown";

  /** Tables, strikethrough and tasks. */
  export const gfm: TurndownService.Plugin;
}
