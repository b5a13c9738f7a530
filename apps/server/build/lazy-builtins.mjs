/**
 * Replaces imports of `node:http` by `process.getBuiltinModule`. An import makes Node read all exports and
 * load its client for `fetch` and web sockets: 35 ms and 4 MB. Few servers need those.
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
