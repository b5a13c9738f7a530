import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import type { ApplyError } from "../merge/apply-memo-op.ts";

export function applyErrorToApp(error: ApplyError): AppError {
  switch (error.type) {
    case "missing":
      return notFound();
    case "missing-base":
      return appError(
        "FAILED_PRECONDITION",
        "the edit is based on text that the server doesn't have; reopen the memo",
      );
    case "other-generation":
      return appError("FAILED_PRECONDITION", "the memo's document was renewed; reopen the memo");
    case "invalid-update":
      return invalidField("update", "is not a text update");
    case "too-complex":
      return appError("TOO_LARGE", "merging the text takes too much work", [
        { field: "update", issue: "too much work" },
      ]);
  }
}
