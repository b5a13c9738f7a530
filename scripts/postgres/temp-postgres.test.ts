import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { ask } from "./ask.ts";
import { openDatabases } from "./databases.ts";
import { tempPostgres, type Template } from "./temp-postgres.ts";

test("concurrent tests get one copy each of a template that is made once", async () => {
  let fills = 0;
  const template: Template = {
    name: "copied",
    async fill(url) {
      fills += 1;
      await ask(url, "CREATE TABLE memo (id int); INSERT INTO memo VALUES (7)");
    },
  };
  const [one, other] = await Promise.all([tempPostgres(template), tempPostgres(template)]);
  await using _one = one;
  await using _other = other;
  await ask(one.url, "DELETE FROM memo");
  expect(await ask(other.url, "SELECT id FROM memo")).toEqual([{ id: 7 }]);
  expect(await ask(one.url, "SELECT id FROM memo")).toEqual([]);
  expect(fills).toBe(1);
});

test("a disposed database is dropped even if a client is connected", async () => {
  const kept = await tempPostgres();
  const client = new Client({ connectionString: kept.url });
  const heard = new Promise<Error>((done) => client.on("error", done));
  await client.connect();
  await kept[Symbol.asyncDispose]();
  expect((await heard).message).toMatch(/terminating connection/);
  await expect(ask(kept.url, "SELECT 1")).rejects.toThrow(/does not exist/);
});

test("an incompletely filled template is filled again, not copied", async () => {
  const databases = openDatabases(inject("postgresUrl"));
  const half = databases.template("halves", async (url) => {
    await ask(url, "CREATE TABLE half ()");
    throw new Error("in the middle");
  });
  await expect(half).rejects.toThrow("in the middle");
  await databases.close();
  await using whole = await tempPostgres({
    name: "halves",
    async fill(url) {
      await ask(url, "CREATE TABLE whole ()");
    },
  });
  const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
  expect(await ask(whole.url, tables)).toEqual([{ name: "whole" }]);
});
