import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import { z } from "zod";

const program = resolve(import.meta.dirname, "../../src/cli/tidemark.ts");
const info = { name: "Test assistant", version: "1.0.0" };
const toolsSchema = z.object({ tools: z.array(z.object({ name: z.string() })) });
const answerSchema = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  content: z.array(z.object({ text: z.string() })),
});

/** Kinds of clients: both official ones, and the newer one by both revisions of the protocol. */
export type ClientKind = "2026-07-28" | "2025-11-25" | "older client";

/** Starts `tidemark mcp` on a folder as an assistant does. */
export async function connectByStdio(dir: string, kind: ClientKind, args: readonly string[] = []) {
  const command = {
    command: process.execPath,
    args: [program, "mcp", "--data", dir, ...args],
    cwd: join(import.meta.dirname, "../../../.."),
  };
  const { client, transport } = await (kind === "older client"
    ? olderClient(command)
    : newerClient(command, kind));
  onTestFinished(() => client.close());
  return {
    pid: transport.pid ?? 0,
    close: () => client.close(),
    tools: async (): Promise<string[]> =>
      toolsSchema.parse(await client.listTools()).tools.map(({ name }) => name),
    async call(name: string, input: Record<string, unknown> = {}) {
      const answer = answerSchema.parse(await client.callTool({ name, arguments: input }));
      const { isError, structuredContent: output, content } = answer;
      return { isError, output, text: content.map(({ text }) => text).join("") };
    },
  };
}

interface Program {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
}

async function newerClient(command: Program, kind: Exclude<ClientKind, "older client">) {
  const mode = kind === "2025-11-25" ? "legacy" : { pin: kind };
  const client = new Client(info, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({ ...command, stderr: "ignore" });
  await client.connect(transport);
  return { client, transport };
}

async function olderClient(command: Program) {
  const client = new OlderClient(info);
  const transport = new OlderTransport({ ...command, stderr: "ignore" });
  await client.connect(transport);
  return { client, transport };
}
