import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import type { AskAs } from "../two-users.ts";

/** Outcome of a tool. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** Its structured output; {} for an error. */
  readonly output: Record<string, unknown>;
  readonly text: string;
  /** Pictures with their media types, in base64. */
  readonly pictures: readonly { readonly data: string; readonly mimeType: string }[];
}

/** Assistant that is connected to a server. */
export interface Assistant extends AsyncDisposable {
  readonly revision: string;
  tools(): Promise<
    { readonly name: string; readonly inputSchema: { readonly properties?: object | undefined } }[]
  >;
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
}

const answerSchema = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  content: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
    ]),
  ),
});

/** Kinds of clients: both official ones, and the newer one by both revisions of the protocol. */
export const assistants = ["2026-07-28", "2025-11-25", "older client"] as const;
export type AssistantKind = (typeof assistants)[number];

const info = { name: "Test assistant", version: "1.0.0" };

/** Connects an assistant with an access token. */
export async function connectAssistant(
  url: string,
  token: string,
  kind: AssistantKind = "2026-07-28",
): Promise<Assistant> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const endpoint = new URL("/mcp", url);
  if (kind === "older client") {
    const client = new OlderClient(info);
    const transport = new OlderTransport(endpoint, { requestInit });
    await client.connect(transport);
    return {
      revision: transport.protocolVersion ?? "",
      tools: async () => (await client.listTools()).tools,
      call: async (name, input = {}) => read(await client.callTool({ name, arguments: input })),
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const mode = kind === "2025-11-25" ? "legacy" : { pin: kind };
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
  return {
    revision: client.getNegotiatedProtocolVersion() ?? "",
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => read(await client.callTool({ name, arguments: input })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function read(answer: unknown): ToolAnswer {
  const { isError, structuredContent, content } = answerSchema.parse(answer);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const pictures = content.filter((part) => part.type === "image");
  return { isError, output: structuredContent, text, pictures };
}

/** Creates an access token of a user. */
export async function tokenOf(
  ask: AskAs,
  username: string,
  scope: "read" | "write",
): Promise<string> {
  const made = await ask("POST", `/users/${username}/personalAccessTokens`, {
    description: "Test assistant",
    scope,
  });
  return String(made.body["token"]);
}
