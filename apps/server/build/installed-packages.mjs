/**
 * Packages that aren't bundled: they load native modules or files from their own folder, or few servers load
 * them.
 */
export const installedNames = [
  "better-sqlite3",
  "sharp",
  "@fontsource-variable/inter",
  "katex",
  "@zxcvbn-ts/language-common",
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@aws-sdk/client-s3",
  "pg",
  "prom-client",
  "undici",
  // Fastify's schema compilers, which Zod's replace, and its `inject` calls.
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
  "light-my-request",
];

/** Matches the modules of these packages. */
export const installedPackages = new RegExp(`^(?:${installedNames.join("|")})(?:/|$)`);
