import { isOlderId } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { doneAfter } from "../http/routing/done-after.ts";
import type { Services } from "../services/services.ts";

/**
 * Accepts a memo's integer id in every route with `:memo` in its path. A `preHandler` hook replaces the
 * integer with the memo's id. An unknown integer is left unchanged, and the route responds with 404.
 */
export function installIntegerIds(app: FastifyInstance, { memos }: Services): void {
  app.addHook("preHandler", ({ params }, _reply, done) => {
    if (typeof params !== "object" || params === null || !("memo" in params)) return done();
    const { memo } = params;
    if (typeof memo !== "string" || !isOlderId(memo)) return done();
    void doneAfter(nameById(params, memo), done);
  });

  async function nameById(params: { memo: unknown }, older: string): Promise<void> {
    [params.memo] = await memos.idsOf([older]);
  }
}
