import { ensureShell } from "./ensure-built.ts";

// The entry of `npm run build`.
await ensureShell({ signal: new AbortController().signal, log: console.error });
