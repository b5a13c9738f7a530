import { expect, test } from "vitest";
import { isPostgres } from "../../../tests/engine.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";

const hourMs = 3600 * 1000;

test("with one process, the common clock is this machine's", async () => {
  await using open = await tempDatabase("server");
  const aheadMs = await open.database.write(({ commonClock }) => commonClock.aheadMs());
  if (!isPostgres) expect(aheadMs).toBe(0);
  expect(Math.abs(aheadMs)).toBeLessThan(hourMs);
});
