import { startPostgres } from "./start-postgres.ts";

// Starts a PostgreSQL, reports its URL, and waits to be killed; for the test of that case.

const { url, folder } = await startPostgres();
process.send?.({ url, folder });
process.on("message", () => undefined);
