import type { Plugin } from "vite";

/** Part of SQLite's library: it registers functions that fill its API one after another. */
const part =
  /^\t\tglobalThis\.sqlite3ApiBootstrap\.initializers\.push\(function\(sqlite3\) \{\n[\s\S]*?^\t\t\}\);$/gm;

/** Texts by which the parts are recognized that the worker doesn't use. */
const unused = [
  // The API for another thread.
  "sqlite3.initWorker1API = function",
  // Virtual tables in JavaScript.
  "sqlite3.vtab = vtab",
  // File systems over `localStorage`, and over OPFS with shared memory.
  "disable?.vfs?.kvvfs",
  'disable.vfs["opfs-vfs"]',
  "disable?.vfs?.opfs)",
  'disable?.vfs?.["opfs-wl"]',
];

/** Client of the API for another thread, which would be bundled as a worker. */
const promiser =
  /\/\/#region src\/bin\/sqlite3-worker1-promiser\.mjs\n[\s\S]*?\/\/#endregion\n(?=[\s\S]*export \{)/;

/** Removes a third of SQLite's library, which the worker doesn't use. */
export const slimSqlite: Plugin = {
  name: "tidemark:slim-sqlite",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("@sqlite.org/sqlite-wasm/dist/index.mjs")) return null;
    const found = new Set<string>();
    const slim = code.replace(part, (text) => {
      const marks = unused.filter((mark) => text.includes(mark));
      for (const mark of marks) found.add(mark);
      return marks.length === 0 ? text : "";
    });
    if (found.size < unused.length || !promiser.test(slim)) {
      this.error("SQLite's library has other parts than before");
    }
    return slim.replace(promiser, "var sqlite3_worker1_promiser_default = null;\n");
  },
};
