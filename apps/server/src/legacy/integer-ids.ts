import { isOlderId } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { doneAfter } from "../http/routing/done-after.ts";
import type { Services } from "../services/services.ts";

/**
 * Lets everything below a memo be asked for by its integer id as well: routes with `:memo` in their
 * path see its id in place of it. A number that nothing has stays, and is found by nobody.
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
