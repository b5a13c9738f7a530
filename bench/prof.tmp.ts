import { startPostgres } from "../scripts/postgres/start-postgres.ts";
import { serveFolder } from "./http-server.ts";
import { tempFolder } from "./corpus-file.ts";
import { runLoad } from "./load.ts";
import { generateMemos } from "./corpus.ts";
await using pg = await startPostgres({
  durable: true,
  settings: { shared_buffers: "512MB", max_wal_size: "4GB" },
});
const url = process.env.SQLITE ? null : await pg.databases.create("x1");
const f = await tempFolder();
process.env.NODE_OPTIONS =
  "--cpu-prof --cpu-prof-interval 400 --cpu-prof-dir=/tmp/prof-" + (process.env.TAG ?? "pg");
await using server = await serveFolder({ ...f, databaseUrl: url });
delete process.env.NODE_OPTIONS;
const texts = [...generateMemos("many-owners", 500)];
const bearers = await Promise.all(
  Array.from({ length: 16 }, (_, n) => server.bearerOf(`owner-${n + 1}`)),
);
const reqs = texts.map(({ content }, at) => ({
  method: "POST" as const,
  path: "/api/v1/memos",
  body: JSON.stringify({ content }),
  headers: { authorization: `Bearer ${bearers[at % 16]}`, "content-type": "application/json" },
}));
console.log(await runLoad(server, reqs, { bearer: server.bearer, durationS: 15, connections: 16 }));
