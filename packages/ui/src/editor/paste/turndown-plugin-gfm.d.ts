declare module "@joplin/turndown-plugin-gfm" {
  import type TurndownService from "turndown";

  /** Tables, struck words and tasks. */
  export const gfm: TurndownService.Plugin;
}
