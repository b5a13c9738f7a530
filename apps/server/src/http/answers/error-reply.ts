import {
  type AppError,
  appError,
  AppFailure,
  errorCodes,
  filterTimedOut,
  invalidField,
  notFound,
  StorageError,
  storageFailed,
} from "@tidemark/core";
import { CredentialRevokedError } from "@tidemark/core/access";
import { FilterTimeoutError } from "@tidemark/core";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { connectErrorBody } from "../errors/connect-error.ts";
import { asHeardBy } from "../guards/authentication.ts";
import { currentErrorBody, olderErrorBody } from "../errors/error-body.ts";
import { requestForm, type RequestForm } from "../forms/request-form.ts";
import type { CountRequest } from "../guards/rate-limit.ts";
import { declarationOf } from "../routing/route-declaration.ts";
import { diskFullError, type DiskSpace } from "../../disk/disk-space.ts";
import { rarely } from "../routing/rarely.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set if the body determines the form; otherwise method, path and query do. */
    form: RequestForm | null;
    /** Reason of an error answer for metrics, such as its code; null without an error. */
    refusal: string | null;
  }
  interface FastifyInstance {
    /** Logs at most once a minute that a request was refused because a disk is full. */
    noteDiskFull: (fault: StorageError) => void;
  }
}

/** Turns every error into an answer. All codes are described in docs/errors.md. */
export function installErrorReplies(
  app: FastifyInstance,
  disk: Pick<DiskSpace, "free"> = { free: () => [] },
): void {
  const noteDiskFull = rarely(({ cause }: StorageError) => {
    const said = cause instanceof Error ? { reason: cause.message } : {};
    app.log.warn(
      { free: disk.free(), ...said },
      "a disk is full; new content is rejected until there is free space",
    );
  });
  app.decorate("noteDiskFull", noteDiskFull);
  app.decorateRequest("form", null);
  app.decorateRequest("refusal", null);
  app.setErrorHandler<FastifyError>((error, request, reply) => answer(error, request, reply));
}

/**
 * Answers errors that occur before routing and hooks, such as an invalid path. The request is counted like
 * any request without a credential.
 */
export async function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  count: CountRequest,
): Promise<void> {
  // No deadline applies to the rest of such a request.
  reply.headers({ ...bareSecurityHeaders, "x-request-id": request.id, connection: "close" });
  const exceeded = await count(request, reply).then(
    () => null,
    (failure: FastifyError) => failure,
  );
  void answer(exceeded ?? error, request, reply);
}

/** Headers that hooks add to every other answer. */
const bareSecurityHeaders = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
};

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const expected = expectedError(error);
  if (expected !== null) return replyError(asHeardBy(request, expected), request, reply);
  const full = diskFullError(error);
  if (full !== null) {
    request.server.noteDiskFull(full);
    replyError(storageFailed(full), request, reply);
    request.refusal = "DISK_FULL";
    return reply;
  }
  request.log.error(
    { err: error, method: request.method, path: request.routeOptions.url },
    "failed",
  );
  if (error instanceof StorageError) return replyError(storageFailed(error), request, reply);
  return replyError(
    appError("INTERNAL", `internal error, see ${request.id} in the log`),
    request,
    reply,
  );
}

const json = "application/json";

export function replyError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const { status } = errorCodes[error.code];
  request.refusal = error.code;
  if (error.retryAfterMs !== undefined) {
    reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  }
  if (status === 401) reply.header("www-authenticate", "Bearer");
  // Serialized here, because no route's schema describes errors.
  return reply
    .code(status)
    .header("content-type", declarationOf(request).rpc ? json : `${json}; charset=utf-8`)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(error, request));
}

/** Returns the error body in the request's form. */
export function errorBody(error: AppError, request: FastifyRequest): object {
  const { family, rpc } = declarationOf(request);
  if (rpc !== undefined) return connectErrorBody(error);
  if (family === "sync") return trpcErrorBody(error);
  if (family === "blob") return { code: error.code, message: error.message };
  if (request.is404) return currentErrorBody(error);
  const form = request.form ?? requestForm(request.method, request.url);
  return form === "older" ? olderErrorBody(error) : currentErrorBody(error);
}

/** Returns an error in tRPC's format, for requests that are refused before tRPC handles them. */
function trpcErrorBody(error: AppError): object {
  const { status } = errorCodes[error.code];
  const [code, name] = status === 401 ? [-32_001, "UNAUTHORIZED"] : [-32_600, error.code];
  return {
    error: { message: error.message, code, data: { code: name, httpStatus: status, app: error } },
  };
}

/** Returns the caller's error, or null if the server failed. */
function expectedError(error: FastifyError): AppError | null {
  if (error instanceof AppFailure) return error.error;
  if (error instanceof CredentialRevokedError) return error.error;
  if (error instanceof FilterTimeoutError) return filterTimedOut(error);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((problem) => ({
      field:
        problem.instancePath.slice(1).replaceAll("/", ".") || (error.validationContext ?? "body"),
      issue: problem.message ?? "is not valid",
    }));
    const [first] = fields;
    return appError(
      "INVALID_ARGUMENT",
      first === undefined ? "not valid" : `${first.field}: ${first.issue}`,
      fields,
    );
  }
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return appError("TOO_LARGE", "the body is too large", [{ field: "body", issue: "too large" }]);
  }
  if (error.code === "FST_ERR_CTP_INVALID_JSON_BODY" || error instanceof SyntaxError) {
    return invalidField("body", "is not valid JSON");
  }
  if (error.code === "FST_ERR_BAD_URL")
    return appError("INVALID_ARGUMENT", "the path is not valid");
  // Longer than any id, so it can't exist.
  if (error.code === "FST_ERR_MAX_PARAM_LENGTH") return notFound();
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? invalidField("body", error.message) : null;
}
