import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask } from "../../scripts/postgres/ask.ts";
import { tempPostgres } from "../../scripts/postgres/temp-postgres.ts";
import { apiClient, createToken } from "../system/api-client.ts";
import { alice, serveHere } from "../system/in-process-server.ts";
import { readReport, runServerVerb } from "./move-program.ts";

test.each(["copying", "indexing", "comparing", "end"])(
  "kill -9 at «%s»: no server starts on the unfinished database, and repeating the move succeeds",
  async (moment) => {
    await using stack = new AsyncDisposableStack();
    const dir = mkdtempSync(join(tmpdir(), "tidemark-killed-"));
    stack.defer(() => rmSync(dir, { recursive: true, force: true }));
    const data = join(dir, "server");
    const { url } = stack.use(await tempPostgres());
    const before = await serveHere(data);
    const { value: token } = await createToken(before.url, alice);
    for (const content of ["one #tag", "two", "three"]) {
      await apiClient(before.url, token).send("POST", "/memos", { content });
    }
    await before[Symbol.asyncDispose]();

    const args = ["move", "--from", data, "--database", url, "--json"];
    const first = runServerVerb(args);
    if (moment !== "end") await first.said(moment);
    else await first.ended;
    first.kill();
    const { code } = await first.ended;
    if (code !== 0) {
      await expect(serveHere(join(dir, "other"), 0, ["--database", url])).rejects.toThrow(
        "a move into it isn't finished",
      );
      const again = await runServerVerb(args).ended;
      expect(again).toMatchObject({ code: 0 });
      const { tables } = readReport(again);
      expect(tables.filter(({ source, target }) => source !== target)).toEqual([]);
      expect(tables.find(({ name }) => name === "memo")).toMatchObject({ rows: 3 });
    }
    expect(await ask(url, "SELECT 1 FROM meta WHERE key = 'db.moving_from'")).toEqual([]);
    await using after = await serveHere(data, 0, ["--database", url]);
    const listed = await apiClient(after.url, token).get("/memos");
    expect(listed.body.memos.length).toBe(3);
  },
);
