import type {
  CompareOp,
  FilterPlan,
  IntOperand,
  MemoFilterName,
  PlanNode,
  StrOperand,
  TagLevel,
} from "@tidemark/core/filter";
import type { FilterDialect } from "../sql/filter-dialect.ts";
import { sqlAround, type SqlFragment } from "../sql/fragment.ts";
import { joinSql, sqlText } from "../sql/sql-text.ts";
import { visibilityNumbers } from "../sql/visibility.ts";

interface PlanToSqlOptions {
  /** Alias of the filtered table in the query. */
  readonly alias: string;
  /** Search a text index before verifying; default true. False if many hits are expected. */
  readonly usesTextIndex?: boolean;
}

/** Columns of `memo` by filter field; tags are in `memo_tag`. */
const memoColumns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    content: "content",
    creator: "creator",
    created_ts: "created_ms",
    updated_ts: "updated_ms",
    pinned: "pinned",
    visibility: "visibility",
    space: "space",
    has_task_list: "has_task_list",
    has_link: "has_link",
    has_code: "has_code",
    has_incomplete_tasks: "has_incomplete_tasks",
    has_location: "has_location",
  } satisfies Record<Exclude<MemoFilterName, "tags">, string>),
);

/** Columns of `attachment` by filter field, except `memo`. */
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

/** A condition over rows: true or false, never null. */
export interface FilterCondition extends SqlFragment {
  /** True if it holds for matches only. Otherwise the caller must check each row with `evaluatePlan`. */
  readonly isExact: boolean;
}

/**
 * Translates a plan for memos, attachments or the audit log into a condition on their table, under
 * `options.alias`. Values are bound, never spliced. Tags are read from `memo_tag`, and content may be
 * searched in a text index; the writer keeps both current.
 */
export function planToSql(
  plan: FilterPlan,
  dialect: FilterDialect,
  options: PlanToSqlOptions,
): FilterCondition {
  const { alias, usesTextIndex = true } = options;
  const column = columnBySchema(plan.schema);
  const { sql, isExact } = nodeSql(plan.root, "most", { dialect, alias, usesTextIndex, column });
  return { ...sql, isExact };
}

/** Plans reach other threads as plain data, so the schema is recognized by its fields. */
function columnBySchema({ fields }: FilterPlan["schema"]): Context["column"] {
  if (Object.hasOwn(fields, "content")) return memoColumn;
  return Object.hasOwn(fields, "action") ? auditColumn : attachmentColumn;
}

interface Context {
  readonly dialect: FilterDialect;
  readonly alias: string;
  readonly usesTextIndex: boolean;
  readonly column: (field: string, alias: string) => SqlFragment;
}

/**
 * Approximation of a condition that SQL can't express: `most` holds at least where the condition does,
 * `least` at most where it does.
 */
type Bound = "most" | "least";

interface Condition {
  readonly sql: SqlFragment;
  readonly isExact: boolean;
}

const always = sqlText("(1 = 1)");
const never = sqlText("(1 = 0)");

function exact(sql: SqlFragment): Condition {
  return { sql, isExact: true };
}

function exactOr(sql: SqlFragment | null, bound: Bound): Condition {
  return sql === null ? inexact(bound === "most" ? always : never) : exact(sql);
}

function inexact(sql: SqlFragment): Condition {
  return { sql, isExact: false };
}

function nodeSql(node: PlanNode, bound: Bound, context: Context): Condition {
  const { dialect } = context;
  switch (node.node) {
    case "const":
      return exact(node.value ? always : never);
    case "and":
      return joined(node.parts, bound, context, " and ");
    case "or":
      return joined(node.parts, bound, context, " or ");
    case "not": {
      const part = nodeSql(node.part, bound === "most" ? "least" : "most", context);
      return { ...part, sql: sqlAround`(not ${part.sql})` };
    }
    case "if":
      return ifSql(node, bound, context);
    case "iff": {
      const [left, right] = [
        nodeSql(node.left, bound, context),
        nodeSql(node.right, bound, context),
      ];
      const isExact = left.isExact && right.isExact;
      return exactOr(isExact ? sqlAround`((${left.sql}) = (${right.sql}))` : null, bound);
    }
    case "bool":
      return exact(sqlAround`(${column(node.field, context)} = 1)`);
    case "nullIs":
      return exact(sqlAround`(${column(node.field, context)} is null)`);
    case "str":
      return exact(strSql(node, context));
    case "inStr":
      return exact(inStrSql(node.of, node.values, context));
    case "text":
      return exactOr(textSql(node, context), bound);
    case "finds":
      return findsSql(node, bound, context);
    case "regex":
      return exactOr(dialect.matches(node.pattern, strOperandSql(node.of, context)), bound);
    case "ts":
      return exact(
        sqlAround`(${column(node.field, context)} ${operator(node.op)} ${whole(node.atMs, context)})`,
      );
    case "ts2":
      return exact(
        sqlAround`(${column(node.left, context)} ${operator(node.op)} ${column(node.right, context)} + ${whole(node.offsetMs, context)})`,
      );
    case "int": {
      const [left, right] = [intSql(node.left, context), intSql(node.right, context)];
      const isSaid = left !== null && right !== null;
      return exactOr(isSaid ? sqlAround`(${left} ${operator(node.op)} ${right})` : null, bound);
    }
    case "tag":
      return tagSql(node, bound, context);
  }
}

/** Writes each branch once: otherwise nested ternaries would double in size with each level. */
function ifSql(node: PlanNode & { node: "if" }, bound: Bound, context: Context): Condition {
  const when = nodeSql(node.when, bound, context);
  const [ifTrue, ifFalse] = [
    nodeSql(node.ifTrue, bound, context),
    nodeSql(node.ifFalse, bound, context),
  ];
  if (!when.isExact) {
    const either = bound === "most" ? sqlText("or") : sqlText("and");
    return inexact(sqlAround`(${ifTrue.sql} ${either} ${ifFalse.sql})`);
  }
  return {
    sql: sqlAround`(case when ${when.sql} then ${ifTrue.sql} else ${ifFalse.sql} end)`,
    isExact: ifTrue.isExact && ifFalse.isExact,
  };
}

function joined(
  nodes: readonly PlanNode[],
  bound: Bound,
  context: Context,
  separator: string,
): Condition {
  const parts = nodes.map((node) => nodeSql(node, bound, context));
  const sql = balanced(
    parts.map((part) => part.sql),
    separator,
  );
  return { sql, isExact: parts.every((part) => part.isExact) };
}

/** Joins in a tree of logarithmic depth: SQLite refuses expressions deeper than 1,000. */
function balanced(parts: readonly SqlFragment[], separator: string): SqlFragment {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const middle = parts.length >> 1;
  const left = balanced(parts.slice(0, middle), separator);
  const right = balanced(parts.slice(middle), separator);
  return sqlAround`(${joinSql([left, right], separator)})`;
}

function operator(op: CompareOp): SqlFragment {
  switch (op) {
    case "==":
      return sqlText("=");
    case "!=":
      return sqlText("<>");
    case "<":
    case "<=":
    case ">":
    case ">=":
      return sqlText(op);
  }
}

function whole(value: number | bigint, { dialect }: Context): SqlFragment {
  return dialect.whole(BigInt(value));
}

function column(field: string, context: Context): SqlFragment {
  return context.column(field, context.alias);
}

function memoColumn(field: string, alias: string): SqlFragment {
  return columnOf(memoColumns, field, alias);
}

/** Filters use a memo's resource name, the table its id; null stays null. */
function attachmentColumn(field: string, alias: string): SqlFragment {
  if (field === "memo") return sqlText(`('memos/' || ${alias}.memo)`);
  return columnOf(attachmentColumns, field, alias);
}

function auditColumn(field: string, alias: string): SqlFragment {
  return columnOf(auditColumns, field, alias);
}

function columnOf(columns: ReadonlyMap<string, string>, field: string, alias: string): SqlFragment {
  const name = columns.get(field);
  if (name === undefined) throw new Error(`no column holds the filter field ${field}`);
  return sqlText(`${alias}.${name}`);
}

function isVisibility(operand: StrOperand): boolean {
  return operand.kind === "field" && operand.field === "visibility";
}

function strSql(node: PlanNode & { node: "str" }, context: Context): SqlFragment {
  const { op, left, right } = node;
  if (isVisibility(left) && right.kind === "const" && (op === "==" || op === "!=")) {
    // An unknown visibility is compared with a number that no visibility has.
    const number = visibilityNumbers([right.value])[0] ?? -1;
    return sqlAround`(${column("visibility", context)} ${operator(op)} ${whole(number, context)})`;
  }
  const [a, b] = [strOperandSql(left, context), strOperandSql(right, context)];
  if (mayBeNull(left) || mayBeNull(right)) {
    return op === "=="
      ? sqlAround`(${a} is not distinct from ${b})`
      : sqlAround`(${a} is distinct from ${b})`;
  }
  const isSame = op === "==" || op === "!=";
  return sqlAround`(${isSame ? a : context.dialect.byBytes(a)} ${operator(op)} ${b})`;
}

function mayBeNull(operand: StrOperand): boolean {
  return operand.kind === "field" && operand.nullable;
}

function inStrSql(of: StrOperand, values: readonly string[], context: Context): SqlFragment {
  if (isVisibility(of)) {
    const numbers = visibilityNumbers(values);
    // With an empty list, SQLite can't use the index that the query names.
    if (numbers.length === 0) return never;
    const bound = joinSql(
      numbers.map((number) => whole(number, context)),
      ", ",
    );
    return sqlAround`(${column("visibility", context)} in (${bound}))`;
  }
  if (values.length === 0) return never;
  const text = strOperandSql(of, context);
  const bound = joinSql(
    values.map((value) => context.dialect.text(value)),
    ", ",
  );
  const isIn = sqlAround`${text} in (${bound})`;
  return mayBeNull(of) ? sqlAround`(${text} is not null and ${isIn})` : sqlAround`(${isIn})`;
}

/** Returns null if the database can't express it. */
function textSql(node: PlanNode & { node: "text" }, context: Context): SqlFragment | null {
  const { op, of, needle, folds } = node;
  const { dialect } = context;
  const text = strOperandSql(of, context);
  if (needle.kind !== "const") {
    const searched = strOperandSql(needle, context);
    return folds ? dialect.hasOtherFolded(op, text, searched) : dialect.has(op, text, searched);
  }
  if (!folds) return dialect.has(op, text, needle.value);
  const verified = dialect.hasFolded(op, text, needle.value);
  const isContent = of.kind === "field" && of.field === "content";
  const hits =
    isContent && context.usesTextIndex
      ? dialect.hits(context.alias, { op: "contains", text: needle.value })
      : null;
  return hits === null ? verified : sqlAround`(${hits} and ${verified})`;
}

function findsSql(
  { needle }: PlanNode & { node: "finds" },
  bound: Bound,
  { dialect, alias, usesTextIndex }: Context,
): Condition {
  const { sql, isExact } = dialect.finds(alias, needle);
  if (!isExact) return inexact(bound === "most" ? sql : never);
  const hits = usesTextIndex ? dialect.hits(alias, { op: "finds", text: needle }) : null;
  return exact(hits === null ? sql : sqlAround`(${hits} and ${sql})`);
}

function strOperandSql(operand: StrOperand, context: Context): SqlFragment {
  switch (operand.kind) {
    case "const":
      return context.dialect.text(operand.value);
    case "tag":
      return sqlText(`${tagAlias(operand.level)}.tag`);
    case "field": {
      const stored = column(operand.field, context);
      if (!isVisibility(operand)) return stored;
      return sqlAround`(case ${stored} when 0 then 'PRIVATE' when 1 then 'SPACE' when 2 then 'PROTECTED' when 3 then 'PUBLIC' end)`;
    }
    case "concat":
      return balanced(
        operand.parts.map((part) => strOperandSql(part, context)),
        " || ",
      );
  }
}

/** Returns null if the database can't express it. */
function intSql(operand: IntOperand, context: Context): SqlFragment | null {
  const { dialect } = context;
  switch (operand.kind) {
    case "const":
      return whole(operand.value, context);
    case "field":
      return column(operand.field, context);
    case "size":
      return dialect.length(strOperandSql(operand.of, context));
    case "tagCount":
      return tagCountSql(operand.level, operand.body, context);
    case "datePart":
      return dialect.datePart(operand.part, column(operand.field, context), operand.offsetMs);
    case "arith": {
      const [left, right] = [intSql(operand.left, context), intSql(operand.right, context)];
      if (left === null || right === null) return null;
      return sqlAround`(${left} ${sqlText(operand.op)} ${right})`;
    }
  }
}

function tagAlias(level: TagLevel): string {
  return `filter_tag_${level}`;
}

function tagsOf(level: TagLevel, { alias }: Context): SqlFragment {
  const tags = tagAlias(level);
  return sqlText(`memo_tag as ${tags} where ${tags}.memo_pk = ${alias}.pk`);
}

function tagCountSql(level: TagLevel, body: PlanNode | null, context: Context): SqlFragment | null {
  const tags = tagsOf(level, context);
  if (body === null) return sqlAround`(select count(*) from ${tags})`;
  const counted = nodeSql(body, "most", context);
  return counted.isExact ? sqlAround`(select count(*) from ${tags} and ${counted.sql})` : null;
}

function tagSql(node: PlanNode & { node: "tag" }, bound: Bound, context: Context): Condition {
  const tags = tagsOf(node.level, context);
  const { sql: body, isExact } = nodeSql(node.body, bound, context);
  switch (node.quantifier) {
    case "any":
      return { sql: sqlAround`(exists (select 1 from ${tags} and ${body}))`, isExact };
    case "all":
      return { sql: sqlAround`(not exists (select 1 from ${tags} and not ${body}))`, isExact };
    case "one":
      return exactOr(
        isExact ? sqlAround`((select count(*) from ${tags} and ${body}) = 1)` : null,
        bound,
      );
  }
}
