import { registerHooks } from "node:module";

// Preloaded into a real `start.ts`: the page is a fixture, so that these tests need no bundler and
// hold while the page is being worked on. With TIDEMARK_TEST_HOST=stuck the host is one
// that never closes.
const fixtures = new Map([["./ensure-built.ts", "./fixture-page.ts"]]);
if (process.env["TIDEMARK_TEST_HOST"] === "stuck") {
  fixtures.set("../host/open-host.ts", "./fixture-host.ts");
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const fixture = fixtures.get(specifier);
    if (fixture === undefined) return nextResolve(specifier, context);
    return nextResolve(new URL(fixture, import.meta.url).href, context);
  },
});
