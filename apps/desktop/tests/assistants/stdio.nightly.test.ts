import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { openDataFolder } from "@tidemark/db/node";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { connectByStdio } from "./connect-stdio.ts";
import { memoFolder } from "./memo-folder.ts";

test.each(["2025-11-25", "older client"] as const)(
  "a client of the kind %s reads, and writes only with --write",
  { timeout: 60_000 },
  async (kind) => {
    const dir = await memoFolder("low tide at six");
    const reader = await connectByStdio(dir, kind);
    expect(await reader.tools()).not.toContain("create_memo");
    const found = await reader.call("search_memos", { query: "tide" });
    expect(found.output).toMatchObject({ memos: [{ snippet: "low tide at six" }] });
    const writer = await connectByStdio(dir, kind, ["--write"]);
    expect(await writer.call("create_memo", { content: "two" })).toMatchObject({ isError: false });
    expect((await reader.call("search_memos", { query: "two" })).output).toMatchObject({
      memos: [{ snippet: "two" }],
    });
    // The reader has the folder, and the writer goes on without it.
    await reader.close();
    const left = await writer.call("search_memos");
    expect(left.output["memos"]).toHaveLength(2);
  },
);

test.each(["SIGTERM", "SIGINT", "end of input"] as const)(
  "ends after %s, and frees the folder",
  { timeout: 60_000 },
  async (end) => {
    const dir = await memoFolder("low tide at six");
    const program = resolve(import.meta.dirname, "../../src/cli/tidemark.ts");
    const child = spawn(process.execPath, [program, "mcp", "--data", dir], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (out += part));
    const ask = (id: number, method: string, params: object): void => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    };
    ask(1, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    });
    ask(2, "tools/call", { name: "search_memos", arguments: {} });
    await vi.waitUntil(() => out.includes('"id":2'), { timeout: 20_000 });
    expect((await openDataFolder(dir)).ok).toBe(false);
    const ended = once(child, "exit");
    if (end === "end of input") child.stdin.end();
    else child.kill(end);
    expect((await ended)[0]).toBe(0);
    const folder = await openDataFolder(dir);
    expect(folder.ok).toBe(true);
    if (folder.ok) await folder.value[Symbol.asyncDispose]();
    // Only the protocol is on stdout.
    const lines = out.trimEnd().split("\n");
    const message = z.object({ jsonrpc: z.literal("2.0"), id: z.int() });
    expect(lines.map((line) => parseJson(message, line).id)).toEqual([1, 2]);
  },
);
