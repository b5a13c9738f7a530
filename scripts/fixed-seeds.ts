import fc from "fast-check";

// Random values are the same for every change, so one change doesn't fail because of another's draw. `npm run
// nightly` uses fresh seeds.
if (process.env["TIDEMARK_NIGHTLY"] !== "1") fc.configureGlobal({ seed: 1 });
