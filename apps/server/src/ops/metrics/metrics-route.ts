import { appError, AppFailure } from "@tidemark/core";
import { isAdministrator } from "@tidemark/core/model";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MetricsConfig } from "../../cli/monitoring-options.ts";
import { presentedCredential } from "../../http/guards/authentication.ts";
import type { Services } from "../../services/services.ts";
import type { Metrics } from "./create-metrics.ts";
import { isSameToken } from "./same-token.ts";

/** Serves `/metrics` in Prometheus format. */
export function mountMetrics(
  app: FastifyInstance,
  services: Pick<Services, "auth">,
  { registry }: Metrics,
  config: MetricsConfig,
): void {
  const declaration = { family: "metrics", access: "anyone" } as const;
  const options = { config: declaration, schema: { hide: true } };
  app.get("/metrics", options, async (request, reply) => {
    await refuseOthers(services, config, request);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function refuseOthers(
  { auth }: Pick<Services, "auth">,
  { token }: MetricsConfig,
  request: FastifyRequest,
): Promise<void> {
  const presented = presentedCredential(request);
  if (presented === null) throw new AppFailure(appError("UNAUTHENTICATED", "a token is required"));
  const { carrier, value } = presented;
  if (!value.ok) throw new AppFailure(value.error);
  if (token !== null && carrier === "bearer" && isSameToken(value.value, token)) return;
  const identified = await auth.identify({ carrier, value: value.value });
  if (!identified.ok) throw new AppFailure(identified.error);
  if (!isAdministrator(identified.value.caller)) {
    throw new AppFailure(appError("PERMISSION_DENIED", "only administrators can read the metrics"));
  }
}
