import { startPostgres } from "./start-postgres.ts";

// Starts a PostgreSQL, says where, and waits to be killed: for the test of what becomes of it then.

const { url, folder } = await startPostgres();
process.send?.({ url, folder });
process.on("message", () => undefined);
