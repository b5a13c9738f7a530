import Sqlite from "better-sqlite3";
import Fastify from "fastify";

// The least that a server can do for an answer: Fastify with nothing around it, one statement that names
// its index where it has one beside its key, and JSON of the rows as they lie in the table. No credential, visibility or scope is judged, and
// nothing is said of a next page. Not touched when the server changes: it is what that is held against.
//
//   node serve-floor.ts FILE    prints `Floor: URL`

const [file = ""] = process.argv.slice(2);
const database = new Sqlite(file, { readonly: true });

const byId = database.prepare("SELECT * FROM memo INDEXED BY sqlite_autoindex_memo_1 WHERE id = ?");
const newest = database.prepare(
  `SELECT * FROM memo INDEXED BY memo_own_created
   WHERE creator = ? AND state = 0 AND parent IS NULL AND deleted = 0
   ORDER BY created_ms DESC, number DESC LIMIT 50`,
);
const ofTag = database.prepare(
  `SELECT m.* FROM memo_tag t JOIN memo m ON m.pk = t.memo_pk
   WHERE t.creator = ? AND t.tag = ? ORDER BY t.created_ms DESC, t.memo_pk DESC LIMIT 50`,
);
const ofText = database.prepare(
  `SELECT m.* FROM memo_trigram t JOIN memo m ON m.pk = t.rowid
   WHERE t.memo_trigram MATCH ? ORDER BY t.rowid DESC LIMIT 50`,
);

const server = Fastify();
const answer = (rows: unknown): string => JSON.stringify(rows);

server.get<{ Params: { id: string } }>("/memos/:id", (request, reply) => {
  void reply.type("application/json").send(answer(byId.get(request.params.id)));
});
server.get<{ Querystring: { creator: string } }>("/memos", (request, reply) => {
  void reply.type("application/json").send(answer(newest.all(request.query.creator)));
});
server.get<{ Querystring: { creator: string; tag: string } }>("/tag", (request, reply) => {
  const { creator, tag } = request.query;
  void reply.type("application/json").send(answer(ofTag.all(creator, tag)));
});
server.get<{ Querystring: { match: string } }>("/text", (request, reply) => {
  void reply.type("application/json").send(answer(ofText.all(request.query.match)));
});

console.log(`Floor: ${await server.listen({ host: "127.0.0.1", port: 0 })}`);
