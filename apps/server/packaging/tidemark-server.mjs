#!/usr/bin/env node
import module from "node:module";

// Entry of the npm package. Plain JavaScript, so an old Node prints a clear message instead of a syntax error.

const wanted = 24;
if (Number(process.versions.node.split(".")[0]) < wanted) {
  process.stderr.write(
    `tidemark-server: needs Node ${wanted} or newer, and this is ${process.versions.node}\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  await import(new URL("../apps/server/dist/app/main.js", import.meta.url).href);
}
