import { isOlderId } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services/services.ts";

/**
 * Lets everything below a memo be asked for by its integer id as well: routes with `:memo` in their
 * path see its id in place of it. A number that nothing has stays, and is found by nobody.
 */
export function installIntegerIds(app: FastifyInstance, { memos }: Services): void {
  app.addHook("preHandler", async ({ params }) => {
    if (typeof params !== "object" || params === null || !("memo" in params)) return;
    const { memo } = params;
    if (typeof memo === "string" && isOlderId(memo)) [params.memo] = await memos.idsOf([memo]);
  });
}
