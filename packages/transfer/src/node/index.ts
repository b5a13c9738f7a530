export { openMemosServer } from "./memos-api/open-server.ts";
export { openFolderSink } from "./folder-sink.ts";
export { openImport, type PathChoices } from "./open-import.ts";
export { openZipPipe, openZipSink } from "./zip-sink.ts";
