import { ensureBuilt } from "./ensure-built.mjs";

// Entry of `npm run build`.
if ((await ensureBuilt()) === null) process.exitCode = 1;
