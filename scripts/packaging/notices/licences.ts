/** Licences permitted in packages: those that only require attribution. */
const permitted = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Applies only to its own files, not to ours.
  "MPL-2.0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Licences permitted only for some packages. */
const permittedFor: Readonly<Record<string, RegExp>> = {
  "OFL-1.1": /^@fontsource(-variable)?\//,
  "LGPL-3.0-or-later": /^@img\/sharp-libvips/,
};

/**
 * Returns true if a package may be distributed under this SPDX expression: `MIT`, `(MPL-2.0 OR Apache-2.0)`.
 */
export function isPermitted(expression: string, packageName: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const result = either();
  return at === tokens.length && result;

  function either(): boolean {
    let holds = both();
    while (tokens[at] === "OR") {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  }
  function both(): boolean {
    let holds = one();
    while (tokens[at] === "AND") {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  }
  function one(): boolean {
    const token = tokens[at++];
    if (token === "(") {
      const holds = either();
      return tokens[at++] === ")" && holds;
    }
    // An exception only adds permissions.
    if (tokens[at] === "WITH") at += 2;
    return (
      token !== undefined &&
      (permitted.has(token) || (permittedFor[token]?.test(packageName) ?? false))
    );
  }
}
