// oxlint-disable-next-line no-restricted-imports -- the floor is the driver with nothing of ours around it
import Sqlite from "better-sqlite3";
import fastify from "fastify";
import { floorPath, floorQueries } from "./floor-queries.ts";

// Minimal server to compare with: Fastify without plugins, hooks, schemas or log, one prepared statement that
// names its index, `JSON.stringify`. Argument: the database file.
const [file = ""] = process.argv.slice(2);

const database = new Sqlite(file, { readonly: true });
// Same as the server's connections.
database.pragma("cache_size = -16384");
database.pragma("temp_store = MEMORY");
const app = fastify();

for (const [name, sql] of Object.entries(floorQueries)) {
  const statement = database.prepare<string[]>(sql);
  app.get<{ Params: { value: string } }>(`${floorPath(name)}:value`, (request, reply) => {
    const rows = statement.all(request.params.value);
    reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(rows));
  });
}

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Floor: ${url}\n`);
