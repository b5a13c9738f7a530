import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { epochKey } from "@tidemark/core/sync/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { postgresRows } from "../../tests/postgres-database.ts";
import { memoRow, saveRow, tempFolder } from "../../../db/tests/temp-database.ts";
import { openDatabase, openMoveSource } from "@tidemark/db/node";
import { openPostgres } from "../open-postgres.ts";
import type { AllWriteStores } from "@tidemark/db/engine";
import { beginMove, type Move, type MoveOptions, UnknownOutcomeError } from "./move-to-postgres.ts";

let file: string;
let url: string;
let resources: AsyncDisposableStack;

beforeEach(async () => {
  resources = new AsyncDisposableStack();
  file = resources.use(tempFolder()).file("tidemark.db");
  url = resources.use(await tempPostgres()).url;
  await using open = await openDatabase({ file, role: "server" });
  await open.database.write(async (stores) => {
    await stores.meta.set(epochKey, "the epoch");
    await saveRow(stores as AllWriteStores, memoRow("m"));
  });
});
afterEach(() => resources.disposeAsync());

async function begin(options: Partial<MoveOptions> = {}): Promise<Move> {
  const source = resources.use(await openMoveSource({ file }));
  return beginMove({ source, url, ...options });
}

async function beginAndCopy(options?: Partial<MoveOptions>): Promise<Move> {
  const move = resources.use(await begin(options));
  await move.copyRows(() => undefined);
  return move;
}

async function memosThere(): Promise<number> {
  const [row] = await postgresRows<{ readonly count: number }>(
    url,
    "SELECT count(*)::int AS count FROM memo",
  );
  return row?.count ?? 0;
}

/** Selects the connection whose transaction ends a move. */
const keeper = `FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'tidemark move' AND state = 'idle in transaction'`;

describe("the end of a move", () => {
  test("stays possible through keep-alive statements on its connection", async () => {
    await using _move = await begin({ aliveMs: 5 });
    await vi.waitFor(
      async () => {
        const [row] = await postgresRows<{ readonly query: string }>(url, `SELECT query ${keeper}`);
        expect(row?.query).toBe("SELECT 1");
      },
      { timeout: 30_000 },
    );
  });

  test("fails if its connection was lost, and the next run succeeds", async () => {
    const move = await beginAndCopy();
    await postgresRows(url, `SELECT pg_terminate_backend(pid) ${keeper}`);
    const failed = await move.finish().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(UnknownOutcomeError);
    await expect(openPostgres({ url })).rejects.toThrow("a move into it isn't finished");
    await move[Symbol.asyncDispose]();
    await (await beginAndCopy()).finish();
    expect(await memosThere()).toBe(1);
    await (await openPostgres({ url })).close();
  });

  test("has succeeded if only the answer was lost", async () => {
    await using line = await startLine(url);
    const move = await beginAndCopy({ url: line.url });
    line.cutsAnswersTo = "COMMIT";
    await move.finish();
    await (await openPostgres({ url })).close();
  });

  test("is unknown if the answer was lost and the database no longer answers", async () => {
    await using line = await startLine(url);
    const move = await beginAndCopy({ url: line.url });
    line.cutsAnswersTo = "COMMIT";
    line.isDead = true;
    await expect(move.finish()).rejects.toThrow(UnknownOutcomeError);
    await vi.waitFor(async () => (await openPostgres({ url })).close(), { timeout: 30_000 });
  });
});

interface Line extends AsyncDisposable {
  /** Address of the database through this proxy. */
  readonly url: string;
  /** Text of requests whose answer is dropped together with the connection. */
  cutsAnswersTo: string | null;
  /** True to refuse all connections. */
  isDead: boolean;
}

/** Starts a proxy that can drop answers and connections. */
async function startLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (line.isDead) {
      client.destroy();
      return;
    }
    const database = connect(Number(port), hostname);
    let isCut = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (bytes) => {
      isCut ||= line.cutsAnswersTo !== null && bytes.includes(line.cutsAnswersTo);
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (isCut) client.destroy();
      else client.write(bytes);
    });
    client.on("close", () => database.end());
    database.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line: Line = {
    url: Object.assign(new URL(to), {
      hostname: "127.0.0.1",
      port: String((server.address() as AddressInfo).port),
    }).href,
    cutsAnswersTo: null,
    isDead: false,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}
