export { openSharedFiles } from "./files/open-shared-files.ts";
export { createSharedCarets } from "./shared-carets.ts";
