import { ensureWeb } from "./ensure-built.ts";

// Entry point of `npm run build`. Plain `node build/build.ts` does the same.
await ensureWeb({ signal: new AbortController().signal, log: console.error });
