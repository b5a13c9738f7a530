import { expect, test } from "vitest";
import { createCommonClock } from "../../db/src/stores/server/common-clock.ts";
import { connectPostgres } from "../src/connection/connect-postgres.ts";
import { createPostgresConnection } from "../src/connection/postgres-connection.ts";
import { tempPostgresDatabase } from "./postgres-database.ts";

const hourMs = 3600 * 1000;

test("the common clock is the database's, however wrong the machine's own clock is", async () => {
  await using open = await tempPostgresDatabase();
  await using connected = await connectPostgres(open.url);
  const { kysely } = createPostgresConnection(connected.client);
  for (const off of [-5, 0, 5]) {
    const aheadMs = await createCommonClock(kysely, () => Date.now() + off * hourMs).aheadMs();
    expect(Math.round(aheadMs / hourMs) + off).toBeCloseTo(0);
  }
});
