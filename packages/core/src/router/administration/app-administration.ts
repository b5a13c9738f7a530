import { z } from "zod";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";

const id = "[A-Za-z0-9][A-Za-z0-9-]*";
const ofUsers = `users(?:/${id}(?::signOut|:createPasswordLink|/sessions(?:/${id})?)?)?`;
const ofSpaces = `spaces(?:/${id}(?:/members(?:/${id})?)?)?`;
const ofInstance = "instance/(?:auditLog|backups|state|settings/[A-Z]+)";
/** Paths of the API that the app's administration uses. Others aren't forwarded. */
const forwarded = new RegExp(
  String.raw`^/api/v1/(?:${ofUsers}|${ofSpaces}|${ofInstance}|ai:transcribe)(?:\?[^#\s]*)?$`,
);

/** Request to the server's API, with the path and its query. `body` is JSON. */
export const administrationRequestSchema = z.object({
  method: z.enum(["GET", "POST", "PATCH", "DELETE"]),
  path: z.string().max(8192).regex(forwarded),
  body: z.string().max(100_000).nullable(),
});
export type AdministrationRequest = z.infer<typeof administrationRequestSchema>;

/** Answer of the server, which may be a refusal. `body` is JSON. */
export interface AdministrationAnswer {
  readonly status: number;
  readonly body: string;
}

/** Administration of the server, for users who are administrators there. All calls go to the server. */
export interface AppAdministration {
  /**
   * Sends a request to the server's API as the profile's user. FAILED_PRECONDITION without a server,
   * UNAVAILABLE if it can't be reached.
   */
  ask(request: AdministrationRequest): Promise<Result<AdministrationAnswer, AppError>>;
}
