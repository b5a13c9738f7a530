import { registerHooks } from "node:module";

// Preloaded into a real `start.ts`: replaces the page by a fixture, so these tests need no bundler and don't
// depend on the page. With TIDEMARK_TEST_HOST=stuck, the host never closes; with `busy` it never pauses either.
const fixtures = new Map([["./page/ensure-built.ts", "./fixture-page.ts"]]);
if (["stuck", "busy"].includes(process.env["TIDEMARK_TEST_HOST"] ?? "")) {
  fixtures.set("../host/open-host.ts", "./fixture-host.ts");
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const fixture = fixtures.get(specifier);
    if (fixture === undefined) return nextResolve(specifier, context);
    return nextResolve(new URL(fixture, import.meta.url).href, context);
  },
});
