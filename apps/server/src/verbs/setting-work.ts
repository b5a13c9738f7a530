import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import { instanceSettingKeys, type InstanceService } from "@tidemark/core/instance";
import type { SettingWork } from "../control/work.ts";
import { operator } from "./operator.ts";

/** Shows settings, or changes one field of them. Returns the lines to print, as `set` takes them. */
export async function doSettingWork(
  instance: Pick<InstanceService, "get" | "update">,
  work: SettingWork,
): Promise<Result<readonly string[], AppError>> {
  if (work.action === "set") {
    // Its key is sealed with one that a command over PostgreSQL doesn't have.
    if (work.key.toUpperCase() === "AI") {
      return err(appError("FAILED_PRECONDITION", "the provider is set over the API"));
    }
    const patch = { mask: work.field, fields: { [work.field]: work.value } };
    const updated = await instance.update(operator, work.key, patch);
    return updated.ok ? linesOf(updated.value, work.field) : unknownKey(work.key, updated);
  }
  const lines: string[] = [];
  for (const each of work.key === null ? instanceSettingKeys : [work.key]) {
    const found = await instance.get(operator, each);
    if (!found.ok) return unknownKey(each, found);
    const shown = linesOf(found.value, work.field);
    if (!shown.ok) return shown;
    lines.push(...shown.value);
  }
  return ok(lines);
}

/** Returns a line for each field: `general.title "Tidemark"`. */
function linesOf(
  { key: name, value }: { readonly key: string; readonly value: object },
  field: string | null,
): Result<readonly string[], AppError> {
  const fields = Object.entries(value).filter(([each]) => field === null || each === field);
  if (fields.length === 0) {
    return err(appError("NOT_FOUND", `${name.toLowerCase()} has no field ${field ?? ""}`));
  }
  return ok(fields.map(([each, set]) => `${name.toLowerCase()}.${each} ${JSON.stringify(set)}`));
}

function unknownKey<T>(name: string, result: Result<T, AppError>): Result<never, AppError> {
  if (!result.ok && result.error.code !== "NOT_FOUND") return result;
  const known = instanceSettingKeys.map((each) => each.toLowerCase()).join(", ");
  return err(appError("NOT_FOUND", `there is no setting ${name}, but ${known}`));
}
