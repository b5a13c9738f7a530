import type { FastifyRouterOptions, RawServerDefault } from "fastify";
import { requestForm } from "./request-form.ts";

type Strategy = NonNullable<FastifyRouterOptions<RawServerDefault>["constraints"]>[string];
type Handler = Parameters<ReturnType<Strategy["storage"]>["set"]>[1];

/**
 * Constraint of a route to a form of the API: `constraints: { form: "older" }`. Needed if both forms have the
 * same path; a route without it handles the remaining requests.
 */
export const formConstraint: Strategy = {
  name: "form",
  storage() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (form) => handlers.get(form) ?? null,
      set: (form, handler) => {
        handlers.set(form, handler);
      },
    };
  },
  validate(form) {
    if (form !== "older") throw new Error("a route is constrained to the older form or not at all");
  },
  deriveConstraint: (request) => requestForm(request.method ?? "GET", request.url ?? "/"),
};
