import { expect, test } from "vitest";
import { isPostgres } from "../../../tests/engine.ts";
import { tempPostgresDatabase } from "../../../tests/postgres-database.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";
import { connectPostgres } from "../../postgres/connection/connect-postgres.ts";
import { createPostgresConnection } from "../../postgres/connection/postgres-connection.ts";
import { createCommonClock } from "./common-clock.ts";

const hourMs = 3600 * 1000;

test("the clock that processes have in common is this machine's where both run here", async () => {
  await using open = await tempDatabase("server");
  const aheadMs = await open.database.write(({ commonClock }) => commonClock.aheadMs());
  if (!isPostgres) expect(aheadMs).toBe(0);
  expect(Math.abs(aheadMs)).toBeLessThan(hourMs);
});

test.runIf(isPostgres)("it is the database's, however far a machine's own is off", async () => {
  await using open = await tempPostgresDatabase();
  await using connected = await connectPostgres(open.url);
  const { kysely } = createPostgresConnection(connected.client);
  for (const off of [-5, 0, 5]) {
    const aheadMs = await createCommonClock(kysely, () => Date.now() + off * hourMs).aheadMs();
    expect(Math.round(aheadMs / hourMs) + off).toBeCloseTo(0);
  }
});
