import fc from "fast-check";

// What is drawn at random for a change is the same for every change, or one would fail for what
// another brought. `npm run nightly` draws anew.
if (process.env["TIDEMARK_NIGHTLY"] !== "1") fc.configureGlobal({ seed: 1 });
