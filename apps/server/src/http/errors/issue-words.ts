import { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * Describes an issue in our own words if its schema has no message: the validator's wording never reaches a
 * client. The text follows the name of the field.
 */
export function issueInWords(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${typeInWords(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must be ${amount(issue.origin, issue.minimum, "or more")}`;
    case "too_big":
      return `must be ${amount(issue.origin, issue.maximum, "or less")}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "invalid_format":
      return issue.format === "regex"
        ? "is not valid"
        : `must be ${issue.format.replaceAll("_", " ")}`;
    default:
      return "is not valid";
  }
}

function typeInWords(type: string): string {
  switch (type) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "int":
      return "a whole number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
    case "record":
      return "an object";
    default:
      return `of the type ${type}`;
  }
}

function amount(origin: string, count: number | bigint, more: string): string {
  if (origin === "string") return `${count} characters ${more}`;
  if (origin === "array" || origin === "set") return `a list of ${count} ${more}`;
  return `${count} ${more}`;
}

/** Uses these texts for all schemas without messages of their own, in the whole process. */
export function speakInOwnWords(): void {
  z.config({ localeError: issueInWords });
}
