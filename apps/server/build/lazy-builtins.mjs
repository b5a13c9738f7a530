/**
 * A module that imports `node:http` makes Node read everything that it exports, and so load its whole
 * client for `fetch` and web sockets, which few servers need: 35 ms and 4 MB. Asked for by a call it
 * is given as it is.
 *
 * @returns {import("rolldown").Plugin}
 */
export function lazyBuiltins() {
  const prefix = "\0builtin:";
  return {
    name: "lazy-builtins",
    resolveId: {
      order: "pre",
      handler: (id) => (/^(?:node:)?http$/.test(id) ? `${prefix}http` : null),
    },
    load: (id) =>
      id.startsWith(prefix)
        ? {
            code: `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(prefix.length))});`,
            moduleType: "js",
          }
        : null,
  };
}
