import { always, never } from "../plan/build-plan.ts";
import { refuse, type Lowering } from "./lowering.ts";
import type { CelNode } from "../parse/parse-cel.ts";
import type { CompareOp, PlanNode } from "../plan/plan.ts";
import type { IdField } from "../plan/schema.ts";
import { typeName, type Value } from "./value.ts";

/**
 * Compares an integer id with another value. Records hold resource names, so the number is looked up at
 * compile time: `creator_id == 1` becomes `creator == "users/ada"`. An unknown id equals nothing.
 */
export function compareId(
  lowering: Lowering,
  op: CompareOp,
  { of }: Extract<Value, { type: "id" }>,
  other: Value,
  at: CelNode,
): PlanNode {
  if (op !== "==" && op !== "!=") {
    return refuse("type", `${op} has no meaning for an integer id`, at, insteadOf(of));
  }
  if (other.type === "null" && of.isNullable) {
    const isNull: PlanNode = { node: "nullIs", field: of.field };
    return op === "==" ? isNull : { node: "not", part: isNull };
  }
  if (other.type !== "int" || other.operand.kind !== "const") {
    const message = `an integer id can only be compared with a constant number, not with ${typeName(other)}`;
    return refuse("type", message, at, insteadOf(of));
  }
  const name = nameOf(lowering, of, other.operand.value, at);
  if (name === null) return op === "==" ? never : always;
  return {
    node: "str",
    op,
    left: { kind: "field", field: of.field, nullable: of.isNullable },
    right: { kind: "const", value: name },
  };
}

function nameOf(lowering: Lowering, of: IdField, id: bigint, at: CelNode): string | null {
  const resolve = of.collection === "users" ? lowering.resolveUser : lowering.resolveMemo;
  if (resolve === undefined) {
    return refuse("unsupported", "integer ids are not known here", at, insteadOf(of));
  }
  if (id < 1n || id > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const name = resolve(Number(id));
  if (name === null) return null;
  return name.startsWith(`${of.collection}/`) ? name : `${of.collection}/${name}`;
}

function insteadOf({ field, collection }: IdField): string {
  return `write ${field} == "${collection}/…"`;
}
