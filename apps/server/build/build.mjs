import { ensureBuilt } from "./ensure-built.mjs";

// The entry of `npm run build`.
if ((await ensureBuilt()) === null) process.exitCode = 1;
