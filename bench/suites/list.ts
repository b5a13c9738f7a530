import { newestFirst } from "@tidemark/core/memo";
import { readAccess } from "@tidemark/core/access";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import type { CorpusKind } from "../corpus.ts";
import { memosPath, startHttpServer } from "../http-server.ts";
import { type BenchCase, timed } from "../measure.ts";
import { openBenchServices, pageSize, reader } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of the first page of 50 memos without a filter, layer by layer: SQL that reads only the page, the
// store, the service, HTTP. Once for the owner of every memo, and once for a caller with ten memos among the
// private memos of others.

export const list: Suite = {
  name: "list",
  anyDatabase: true,
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const cases: BenchCase[] = [];
    for (const kind of ["one-owner", "twenty-owners"] as const) {
      const bench = opening.use(await openBenchServices(corpora, kind));
      const server = opening.use(await startHttpServer(corpora, kind));
      if (bench.file !== null) {
        const raw = openSqliteConnection({ file: bench.file, readonly: true });
        opening.defer(() => raw.close());
        cases.push(
          timed(`${kind}: SQL`, 0.15, async () => raw.all(pageSql, [reader.name, pageSize])),
        );
      }
      const { database } = bench;
      cases.push(
        timed(`${kind}: store`, null, () =>
          database.read(({ memos }) => memos.list({ ...query, access: readAccess(reader) })),
        ),
        timed(`${kind}: service`, 0.5, () => bench.page("")),
        timed(`${kind}: HTTP`, 2, () => server.get(memosPath(""))),
      );
      await expectMemos(corpora.given(kind), corpora.size, (await bench.page("")).count);
    }
    const held = opening.move();
    return { cases, [Symbol.asyncDispose]: () => held.disposeAsync() };
  },
};

const pageSql = `SELECT * FROM memo INDEXED BY memo_own_created
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND creator = ?
  ORDER BY created_ms DESC, number DESC LIMIT ?`;

const query = {
  state: "NORMAL",
  trash: "none",
  parent: null,
  filter: null,
  order: newestFirst,
  after: null,
  offset: 0,
  limit: pageSize,
} as const;

async function expectMemos(kind: CorpusKind, size: number, count: number): Promise<void> {
  const expected = kind === "twenty-owners" ? 10 : Math.min(size, pageSize);
  if (count !== expected) throw new Error(`${kind}: ${count} memos on the page, not ${expected}`);
}
