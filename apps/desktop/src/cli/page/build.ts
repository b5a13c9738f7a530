import { ensureShell } from "./ensure-built.ts";

// Entry point of `npm run build`.
await ensureShell({ signal: new AbortController().signal, log: console.error });
