import { errorCodes, type AppError, type ErrorCode } from "@tidemark/core";

/** Error answer of the current form (google.rpc.Status). */
export interface CurrentErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}
export type ErrorDetail =
  | {
      readonly "@type": "type.googleapis.com/google.rpc.BadRequest";
      readonly fieldViolations: readonly { readonly field: string; readonly description: string }[];
    }
  | {
      readonly "@type": "type.googleapis.com/google.rpc.ErrorInfo";
      readonly reason: string;
      readonly domain: string;
      readonly metadata?: Readonly<Record<string, string>>;
    };

export interface OlderErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly field: string; readonly issue: string }[];
  };
}

/** Converts an error to the current form. INTERNAL has only a message, without details. */
export function currentErrorBody(error: AppError): CurrentErrorBody {
  const details: ErrorDetail[] = [];
  if (error.fields.length > 0) {
    details.push({
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: error.fields.map(({ field, issue }) => ({ field, description: issue })),
    });
  }
  if (error.fields.length === 0 || error.filter !== undefined) {
    details.push({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: error.code,
      domain: "tidemark",
      ...(error.filter === undefined ? {} : { metadata: filterMetadata(error.filter) }),
    });
  }
  return {
    code: errorCodes[error.code].number,
    message: error.message,
    details: error.code === "INTERNAL" ? [] : details,
  };
}

export function olderErrorBody(error: AppError): OlderErrorBody {
  return {
    error: {
      code: olderCode(error.code),
      message: error.message,
      details: error.code === "INTERNAL" ? [] : error.fields,
    },
  };
}

/** Maps codes that the older form lacks to the name of their number. */
function olderCode(code: ErrorCode): string {
  switch (code) {
    case "INTERNAL":
      return "INTERNAL_ERROR";
    case "TOO_LARGE":
      return "INVALID_ARGUMENT";
    case "METHOD_NOT_ALLOWED":
      return "UNIMPLEMENTED";
    default:
      return code;
  }
}

function filterMetadata(filter: NonNullable<AppError["filter"]>): Record<string, string> {
  const { kind, position, suggestion } = filter;
  return {
    kind,
    line: String(position.line),
    column: String(position.column),
    ...(suggestion !== undefined && { suggestion }),
  };
}
