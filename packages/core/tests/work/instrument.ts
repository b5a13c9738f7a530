import { parseSync, Visitor } from "oxc-parser";

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds counting to the source of a module. The global `$work` counts each function call, each loop iteration,
 * and each list or object that `...`, `new Map` or `new Set` copies.
 */
export function instrument(file: string, source: string): string {
  const { program, errors } = parseSync(file, source, { sourceType: "unambiguous" });
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const opened: Insert[] = [];
  const closed: Insert[] = [];
  const wrap = ({ start, end }: Span, before: string, after: string): void => {
    opened.push([start, before]);
    // The innermost span ends first.
    closed.unshift([end, after]);
  };
  const enter = ({ body }: { readonly body: Span | null }): void => {
    if (body === null) return;
    if (body.type === "BlockStatement") opened.push([body.start + 1, `${COUNT};`]);
    else if (body.type.endsWith("Statement")) wrap(body, `{${COUNT};`, "}");
    else wrap(body, `(${COUNT},`, ")");
  };
  const spread = (elements: readonly (Span | null)[]): void => {
    for (const each of elements) {
      if (each?.type !== "SpreadElement") continue;
      wrap({ ...each, start: each.start + "...".length }, "$work.spread(", ")");
    }
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    DoWhileStatement: enter,
    ForInStatement: enter,
    ForOfStatement: enter,
    ForStatement: enter,
    WhileStatement: enter,
    ArrayExpression: ({ elements }) => spread(elements),
    CallExpression: (call) => spread(call.arguments),
    NewExpression: (call) => {
      spread(call.arguments);
      const isCopy = call.callee.type === "Identifier" && /^(?:Map|Set)$/.test(call.callee.name);
      if (isCopy && call.arguments[0] !== undefined) wrap(call.arguments[0], "$work.spread(", ")");
    },
    ObjectExpression: ({ properties }) => spread(properties),
  }).visit(program);
  return withInserts(source, [...closed, ...opened]);
}

const COUNT = "(++$work.steps>$work.max&&$work.stop())";

type Insert = readonly [at: number, text: string];

function withInserts(source: string, inserts: readonly Insert[]): string {
  let text = "";
  let from = 0;
  for (const [at, inserted] of inserts.toSorted(([a], [b]) => a - b)) {
    text += source.slice(from, at) + inserted;
    from = at;
  }
  return text + source.slice(from);
}
