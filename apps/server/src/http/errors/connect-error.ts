import { errorCodes, type AppError } from "@tidemark/core";
import { currentErrorBody, type ErrorDetail } from "./error-body.ts";
import { messageField, stringField } from "./protobuf-fields.ts";

/** Error answer of the Connect protocol. */
export interface ConnectErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ConnectErrorDetail[];
}

export interface ConnectErrorDetail {
  /** Full name of a protobuf message. */
  readonly type: string;
  /** The encoded message as base64 without padding. */
  readonly value: string;
  /** The same in readable form. */
  readonly debug: object;
}

/** The protocol's names for the numbers of the current form. */
const words: Readonly<Record<number, string>> = {
  3: "invalid_argument",
  4: "deadline_exceeded",
  5: "not_found",
  6: "already_exists",
  7: "permission_denied",
  8: "resource_exhausted",
  9: "failed_precondition",
  12: "unimplemented",
  13: "internal",
  14: "unavailable",
  16: "unauthenticated",
};

/** Returns an error in the Connect protocol's format, with the details of the current form. */
export function connectErrorBody(error: AppError): ConnectErrorBody {
  const { message, details } = currentErrorBody(error);
  return {
    code: words[errorCodes[error.code].number] ?? "unknown",
    message,
    ...(details.length > 0 && { details: details.map(toDetail) }),
  };
}

function toDetail({ "@type": url, ...debug }: ErrorDetail): ConnectErrorDetail {
  const bytes =
    "fieldViolations" in debug
      ? debug.fieldViolations.map(({ field, description }) =>
          messageField(1, [stringField(1, field), stringField(2, description)]),
        )
      : [
          stringField(1, debug.reason),
          stringField(2, debug.domain),
          ...Object.entries(debug.metadata ?? {}).map(([key, value]) =>
            messageField(3, [stringField(1, key), stringField(2, value)]),
          ),
        ];
  return {
    type: url.replace("type.googleapis.com/", ""),
    value: Buffer.concat(bytes).toString("base64").replace(/=+$/, ""),
    debug,
  };
}
