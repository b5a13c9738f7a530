import type { Caller } from "@tidemark/core/model";
import { usernameOf } from "@tidemark/core/names";
import type { ToolPort } from "@tidemark/mcp";
import type { FastifyPluginAsync } from "fastify";
import { identityOf } from "../http/guards/authentication.ts";
import { loadOnce } from "../http/routing/load-once.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import type { Services } from "../services/services.ts";

/** Enough for a file in base64. */
const bodyLimit = 8 * 1024 * 1024;
const endpoint = "http://localhost/mcp";

/**
 * Serves assistants by the Model Context Protocol, in its revisions 2026-07-28 and 2025-11-25, each request by itself.
 * They act with the rights of an access token. docs/adr/0124-assistants-by-mcp.md.
 */
export const mcpRoutes: FastifyPluginAsync<
  Pick<AppDeps, "services" | "version" | "logger">
> = async (app, { services, version, logger }) => {
  // The library takes 22 MB, so it is loaded with the first request.
  const load = loadOnce(async () => {
    const mcp = await import("@tidemark/mcp");
    return { ...mcp, budget: mcp.createWriteBudget(Date.now) };
  });

  app.post("/mcp", { schema: { hide: true }, bodyLimit }, async (request, reply) => {
    const { caller, credential } = identityOf(request);
    const { createMcpHandler, createMcpServer, runTool, budget } = await load();
    // Made for this request, so that it can't act for another one's caller.
    const handler = createMcpHandler(
      () =>
        createMcpServer({
          version,
          scope: caller.scope,
          run: ({ tool, input }) => runTool(portFor(services, caller), tool, input),
          beforeWrite: () => budget.take(credential.id),
          onError: (error, tool) => logger.error({ err: error, tool }, "a tool failed"),
        }),
      // Nothing is announced, so no answer stays open.
      { maxSubscriptions: 0 },
    );
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === "string" && passedOn.test(name)) headers.set(name, value);
    }
    const asked = new Request(endpoint, { method: "POST", headers });
    const answer = await handler.fetch(asked, { parsedBody: request.body });
    return reply
      .code(answer.status)
      .header("content-type", answer.headers.get("content-type") ?? "application/json")
      .send(await answer.text());
  });
};

/** Headers that the protocol reads. */
const passedOn = /^(?:accept|content-type|mcp-.*)$/;

function portFor({ memos, views, attachments, files }: Services, caller: Caller): ToolPort {
  return {
    caller,
    memos,
    attachments,
    openFile: async ({ sha256 }, range) =>
      sha256 === null ? null : files.blobs.open(sha256, range),
    async openThumbnail(file) {
      const small = await files.thumbnails.find(file);
      return small?.file.createReadStream() ?? null;
    },
    views: (page) => views.list(caller, "view", usernameOf(caller.name), page),
  };
}
