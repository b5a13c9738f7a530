/**
 * Packages that stay where they are installed: they load native modules or files beside themselves, or
 * are needed by few servers and loaded when they are.
 */
export const installedPackages = new RegExp(
  `^(?:${[
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
    // Fastify's own ways with schemas, in the place of which it is given Zod's; and its calls without a socket.
    "@fastify/ajv-compiler",
    "@fastify/fast-json-stringify-compiler",
    "light-my-request",
  ].join("|")})(?:/|$)`,
);
