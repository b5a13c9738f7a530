import { installResponseBudget } from "../http/answers/response-budget.ts";
import { installErrorReplies } from "../http/answers/error-reply.ts";
import { installUnknownPaths } from "../http/answers/unknown-path.ts";
import { installBodyBudget } from "../http/bodies/body-budget.ts";
import { installJsonBody } from "../http/bodies/json-body.ts";
import { installNulRefusal } from "../http/bodies/refuse-nul.ts";
import { installAuthentication } from "../http/guards/authentication.ts";
import { installCrossSiteGuard } from "../http/guards/cross-site.ts";
import { type CountRequest, installRateLimits } from "../http/guards/rate-limit.ts";
import { doneAfter } from "../http/routing/done-after.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { answerLostNavigation } from "../web/notices.ts";
import type { App } from "./open-fastify.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Installs the guards of every route, in this order: memory for answers and bodies, errors, authentication,
 * rate limits, and origin. Returns the counting function, for requests that are refused before routing.
 */
export async function installGuards(
  app: App,
  { services, config }: AppDeps,
): Promise<CountRequest> {
  installResponseBudget(app);
  installBodyBudget(app);
  installErrorReplies(app, services.disk);
  installJsonBody(app);
  installNulRefusal(app);
  installAuthentication(app, services, { publicUrl: config.publicUrl });
  const rateLimits = () => {
    const { requestsPerHour, anonymousRequestsPerHour } = services.instance.current().LIMITS;
    return {
      perCredential: requestsPerHour ?? config.rateLimit,
      perAddress: anonymousRequestsPerHour ?? config.rateLimitAnonymous,
      signInsPerAddress: config.rateLimitSignIn,
    };
  };
  const count = await installRateLimits(app, rateLimits, services.requestCounts);
  installCrossSiteGuard(app, { publicUrl: config.publicUrl, corsOrigins: config.corsOrigins });
  installUnknownPaths(app, answerLostNavigation);
  // Before content is written, so services know the current free space.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    const looking = safeMethods.has(request.method) ? null : services.disk.look();
    if (looking === null) done();
    else void doneAfter(looking, done);
  });
  return count;
}
