export { openBlobScratch } from "./blob-scratch.ts";
export { type ChosenFile, openFiles } from "./open-files.ts";
export { openZipBody } from "./zip-body.ts";
