import type {
  CompareOp,
  FilterPlan,
  IntOperand,
  PlanNode,
  StrOperand,
  TagLevel,
} from "@tidemark/core/filter";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { textTrigrams, trigramMatch } from "./text-trigrams.ts";
import { visibilityNumbers } from "../sql/visibility.ts";

/** How a plan meets the tables. */
interface PlanToSqlOptions {
  /** The alias that the query gives the filtered table. */
  readonly alias: string;
  /** Ask `memo_trigram` for content before verifying; default true. False where hits are known to be many. */
  readonly usesTextIndex?: boolean;
}

type Sql = RawBuilder<unknown>;

/** Columns of `memo` by filter field. */
const memoColumns: ReadonlyMap<string, string> = new Map([
  ["content", "content"],
  ["creator", "creator"],
  ["created_ts", "created_ms"],
  ["updated_ts", "updated_ms"],
  ["pinned", "pinned"],
  ["visibility", "visibility"],
  ["space", "space"],
  ["has_task_list", "has_task_list"],
  ["has_link", "has_link"],
  ["has_code", "has_code"],
  ["has_incomplete_tasks", "has_incomplete_tasks"],
  ["has_location", "has_location"],
]);

/** Columns of `attachment` by filter field, `memo` aside. */
const attachmentColumns: ReadonlyMap<string, string> = new Map([
  ["filename", "filename"],
  ["mime_type", "mime_type"],
  ["create_time", "created_ms"],
  ["size", "size_bytes"],
]);

/** Columns of `audit_entry` by filter field. */
const auditColumns: ReadonlyMap<string, string> = new Map([
  ["time", "at_ms"],
  ["action", "action"],
  ["actor", "actor"],
  ["target", "target"],
  ["address", "address"],
]);

/**
 * Turns a plan of memos, of attachments or of the audit log into one condition over their table
 * behind `options.alias`: true or false for every row, never null. Values are bound, never spliced. The connection must have
 * `registerFilterFunctions`. Tags are read from `memo_tag`, content also from `memo_trigram`, which
 * the writer keeps in step.
 */
export function planToSql(plan: FilterPlan, options: PlanToSqlOptions): RawBuilder<SqlBool> {
  const { alias, usesTextIndex = true } = options;
  const column = columnBySchema(plan.schema);
  return sql<SqlBool>`${nodeSql(plan.root, { alias, usesTextIndex, column })}`;
}

/** Plans travel to other threads as plain data, so the schema is known by what it names. */
function columnBySchema({ fields }: FilterPlan["schema"]): Context["column"] {
  if (Object.hasOwn(fields, "content")) return memoColumn;
  return Object.hasOwn(fields, "action") ? auditColumn : attachmentColumn;
}

interface Context {
  readonly alias: string;
  readonly usesTextIndex: boolean;
  readonly column: (field: string, alias: string) => Sql;
}

function nodeSql(node: PlanNode, context: Context): Sql {
  switch (node.node) {
    case "const":
      return node.value ? sql`(1 = 1)` : sql`(1 = 0)`;
    case "and":
      return balanced(node.parts, (part) => nodeSql(part, context), sql` and `);
    case "or":
      return balanced(node.parts, (part) => nodeSql(part, context), sql` or `);
    case "not":
      return sql`(not ${nodeSql(node.part, context)})`;
    case "if":
      return sql`(case when ${nodeSql(node.when, context)} then ${nodeSql(node.ifTrue, context)} else ${nodeSql(node.ifFalse, context)} end)`;
    case "iff":
      return sql`(${nodeSql(node.left, context)} = ${nodeSql(node.right, context)})`;
    case "bool":
      return sql`(${column(node.field, context)} = 1)`;
    case "nullIs":
      return sql`(${column(node.field, context)} is null)`;
    case "str":
      return strSql(node, context);
    case "inStr":
      return inStrSql(node.of, node.values, context);
    case "text":
      return textSql(node, context);
    case "regex":
      return sql`(tidemark_re2(${node.pattern}, ${strOperandSql(node.of, context)}) = 1)`;
    case "ts":
      return sql`(${column(node.field, context)} ${operator(node.op)} ${BigInt(node.atMs)})`;
    case "ts2":
      return sql`(${column(node.left, context)} ${operator(node.op)} ${column(node.right, context)} + ${BigInt(node.offsetMs)})`;
    case "int":
      return sql`(${intSql(node.left, context)} ${operator(node.op)} ${intSql(node.right, context)})`;
    case "tag":
      return tagSql(node, context);
  }
}

/** Joins in a tree of logarithmic depth: SQLite refuses expressions deeper than 1,000. */
function balanced<T>(items: readonly T[], render: (item: T) => Sql, separator: Sql): Sql {
  const [first] = items;
  if (items.length === 1 && first !== undefined) return render(first);
  const middle = items.length >> 1;
  const left = balanced(items.slice(0, middle), render, separator);
  const right = balanced(items.slice(middle), render, separator);
  return sql`(${left}${separator}${right})`;
}

function operator(op: CompareOp): Sql {
  switch (op) {
    case "==":
      return sql`=`;
    case "!=":
      return sql`<>`;
    case "<":
      return sql`<`;
    case "<=":
      return sql`<=`;
    case ">":
      return sql`>`;
    case ">=":
      return sql`>=`;
  }
}

function column(field: string, context: Context): Sql {
  return context.column(field, context.alias);
}

function memoColumn(field: string, alias: string): Sql {
  return columnOf(memoColumns, field, alias);
}

/** Filters know memos by their resource names, the table by their ids; null stays null. */
function attachmentColumn(field: string, alias: string): Sql {
  if (field === "memo") return sql`('memos/' || ${sql.ref(`${alias}.memo`)})`;
  return columnOf(attachmentColumns, field, alias);
}

function auditColumn(field: string, alias: string): Sql {
  return columnOf(auditColumns, field, alias);
}

function columnOf(columns: ReadonlyMap<string, string>, field: string, alias: string): Sql {
  const name = columns.get(field);
  if (name === undefined) throw new Error(`no column holds the filter field ${field}`);
  return sql.ref(`${alias}.${name}`);
}

function isVisibility(operand: StrOperand): boolean {
  return operand.kind === "field" && operand.field === "visibility";
}

function strSql(node: PlanNode & { node: "str" }, context: Context): Sql {
  const { op, left, right } = node;
  if (isVisibility(left) && right.kind === "const" && (op === "==" || op === "!=")) {
    // What is no visibility is compared with a number that none has.
    const number = visibilityNumbers([right.value])[0] ?? -1;
    return sql`(${column("visibility", context)} ${operator(op)} ${BigInt(number)})`;
  }
  const [a, b] = [strOperandSql(left, context), strOperandSql(right, context)];
  if (mayBeNull(left) || mayBeNull(right)) {
    return op === "==" ? sql`(${a} is ${b})` : sql`(${a} is not ${b})`;
  }
  return sql`(${a} ${operator(op)} ${b})`;
}

function mayBeNull(operand: StrOperand): boolean {
  return operand.kind === "field" && operand.nullable;
}

function inStrSql(of: StrOperand, values: readonly string[], context: Context): Sql {
  if (isVisibility(of)) {
    const numbers = visibilityNumbers(values);
    // With an empty list SQLite finds no way to read by an index that the query names.
    if (numbers.length === 0) return sql`(1 = 0)`;
    const bound = sql.join(numbers.map((number) => sql`${BigInt(number)}`));
    return sql`(${column("visibility", context)} in (${bound}))`;
  }
  const text = strOperandSql(of, context);
  const bound = sql.join(values.map((value) => sql`${value}`));
  const isIn = sql`${text} in (${bound})`;
  return mayBeNull(of) ? sql`(${text} is not null and ${isIn})` : sql`(${isIn})`;
}

function textSql(node: PlanNode & { node: "text" }, context: Context): Sql {
  const { op, of, needle, folds } = node;
  const text = strOperandSql(of, context);
  const searched = strOperandSql(needle, context);
  if (needle.kind !== "const") {
    const folded = folds ? sql`tidemark_fold(${searched})` : searched;
    return sql`(tidemark_text(${op}, ${folds ? 1n : 0n}, ${text}, ${folded}) = 1)`;
  }
  if (!folds) return exactTextSql(op, text, needle.value);
  const verified = sql`(tidemark_text(${op}, 1, ${text}, ${needle.value}) = 1)`;
  const isContent = of.kind === "field" && of.field === "content";
  const trigrams = isContent && context.usesTextIndex ? textTrigrams(needle.value) : [];
  if (trigrams.length === 0) return verified;
  const id = sql.ref(`${context.alias}.pk`);
  const hits = sql`select rowid from memo_trigram where memo_trigram match ${trigramMatch(trigrams)}`;
  return sql`(${id} in (${hits}) and ${verified})`;
}

/** LIKE folds ASCII and gives % and _ a meaning; these compare bytes. */
function exactTextSql(op: "contains" | "starts" | "ends", text: Sql, needle: string): Sql {
  if (op === "contains") return sql`(instr(${text}, ${needle}) > 0)`;
  const length = BigInt(Array.from(needle).length);
  if (op === "starts") return sql`(substr(${text}, 1, ${length}) = ${needle})`;
  return sql`(substr(${text}, ${-length}) = ${needle})`;
}

function strOperandSql(operand: StrOperand, context: Context): Sql {
  switch (operand.kind) {
    case "const":
      return sql`${operand.value}`;
    case "tag":
      return sql.ref(`${tagAlias(operand.level)}.tag`);
    case "field": {
      const stored = column(operand.field, context);
      if (!isVisibility(operand)) return stored;
      return sql`(case ${stored} when 0 then 'PRIVATE' when 1 then 'SPACE' when 2 then 'PROTECTED' when 3 then 'PUBLIC' end)`;
    }
    case "concat":
      return balanced(operand.parts, (part) => strOperandSql(part, context), sql` || `);
  }
}

function intSql(operand: IntOperand, context: Context): Sql {
  switch (operand.kind) {
    case "const":
      return sql`${operand.value}`;
    case "field":
      return column(operand.field, context);
    case "size":
      return sql`length(${strOperandSql(operand.of, context)})`;
    case "tagCount":
      return tagCountSql(operand.level, operand.body, context);
    case "datePart": {
      const instant = sql`${column(operand.field, context)} + ${BigInt(operand.offsetMs)}`;
      return sql`tidemark_date_part(${operand.part}, ${instant})`;
    }
    case "arith": {
      const [left, right] = [intSql(operand.left, context), intSql(operand.right, context)];
      if (operand.op === "+") return sql`(${left} + ${right})`;
      return operand.op === "-" ? sql`(${left} - ${right})` : sql`(${left} * ${right})`;
    }
  }
}

function tagAlias(level: TagLevel): string {
  return `filter_tag_${level}`;
}

function tagsOf(level: TagLevel, context: Context): Sql {
  const alias = tagAlias(level);
  const memo = sql.ref(`${context.alias}.pk`);
  return sql`memo_tag as ${sql.ref(alias)} where ${sql.ref(`${alias}.memo_pk`)} = ${memo}`;
}

function tagCountSql(level: TagLevel, body: PlanNode | null, context: Context): Sql {
  if (body === null) return sql`(select count(*) from ${tagsOf(level, context)})`;
  return sql`(select count(*) from ${tagsOf(level, context)} and ${nodeSql(body, context)})`;
}

function tagSql(node: PlanNode & { node: "tag" }, context: Context): Sql {
  const { level, body } = node;
  const tags = tagsOf(level, context);
  switch (node.quantifier) {
    case "any":
      return sql`(exists (select 1 from ${tags} and ${nodeSql(body, context)}))`;
    case "all":
      return sql`(not exists (select 1 from ${tags} and not ${nodeSql(body, context)}))`;
    case "one":
      return sql`(${tagCountSql(level, body, context)} = 1)`;
  }
}
