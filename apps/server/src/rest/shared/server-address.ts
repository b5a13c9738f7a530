import type { FastifyRequest } from "fastify";
import type { AppDeps } from "./app-deps.ts";

/** Returns the address of the server for readers, without a slash at its end. */
export function serverAddress(
  { protocol, host }: Pick<FastifyRequest, "protocol" | "host">,
  { instance }: Pick<AppDeps["services"], "instance">,
  { publicUrl }: Pick<AppDeps["config"], "publicUrl">,
): string {
  const base = instance.current().GENERAL.instanceUrl || (publicUrl ?? `${protocol}://${host}`);
  return base.replace(/\/+$/, "");
}
