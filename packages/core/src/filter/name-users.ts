import { err, ok, type Result } from "../error/result.ts";
import { FilterRefusal, refusalToError } from "./parse/filter-refusal.ts";
import type { FilterError } from "../error/filter-error.ts";
import type { IdFinders } from "./compile-with-ids.ts";
import { type CelNode, parseCel } from "./parse/parse-cel.ts";
import { userName } from "../names/names.ts";

/** Field name for the integer id of a memo's creator. */
const idName = "creator_id";
const maxId = BigInt(Number.MAX_SAFE_INTEGER);
const suggestion = 'write creator == "users/…"';

/** Part of the source text to replace. */
interface Edit {
  readonly node: CelNode;
  /** Id of the user to insert; null if the node is the field name. */
  readonly id: bigint | null;
}

/**
 * Replaces integer user ids in a memo filter by usernames: `creator_id == 1` becomes
 * `creator == "users/ada"`. The filter then means the same on a device, which knows no user numbers. All
 * other text is unchanged. Refuses unknown ids, and ids compared with anything but literal numbers.
 */
export async function nameUsers(
  source: string,
  findUser: NonNullable<IdFinders["user"]>,
): Promise<Result<string, FilterError>> {
  if (!source.includes(idName)) return ok(source);
  try {
    const edits: Edit[] = [];
    collect(parseCel(source), edits);
    return ok(await rewrite(source, edits, findUser));
  } catch (error) {
    if (error instanceof FilterRefusal) return err(refusalToError(error, source));
    throw error;
  }
}

async function rewrite(
  source: string,
  edits: readonly Edit[],
  findUser: NonNullable<IdFinders["user"]>,
): Promise<string> {
  let text = "";
  let from = 0;
  for (const { node, id } of edits.toSorted((a, b) => a.node.start - b.node.start)) {
    text += source.slice(from, node.start);
    if (id === null) text += "creator";
    else {
      const username = id > maxId ? null : await findUser(Number(id));
      if (username === null) {
        throw new FilterRefusal("unsupported", `no user has the id ${id}`, node.start, suggestion);
      }
      text += JSON.stringify(userName(username));
    }
    from = node.end;
  }
  return text + source.slice(from);
}

function collect(node: CelNode, edits: Edit[]): void {
  if ((node.op === "==" || node.op === "!=") && node.args.some(isId)) {
    const [left, right] = node.args;
    const [field, other] = isId(left) ? [left, right] : [right, left];
    edits.push({ node: field, id: null }, { node: other, id: numberOf(other) });
    return;
  }
  if (node.op === "in" && isId(node.args[0]) && node.args[1].op === "list") {
    edits.push({ node: node.args[0], id: null });
    for (const item of node.args[1].args) edits.push({ node: item, id: numberOf(item) });
    return;
  }
  if (isId(node)) refuseAt(node);
  for (const child of childrenOf(node)) collect(child, edits);
}

function isId(node: CelNode): boolean {
  return node.op === "id" && node.args === idName;
}

function numberOf(node: CelNode): bigint {
  if (node.op === "value" && typeof node.args === "bigint") return node.args;
  return refuseAt(node);
}

function refuseAt(node: CelNode): never {
  const message = `${idName} is kept only where it is compared with a number as it is written`;
  throw new FilterRefusal("unsupported", message, node.start, suggestion);
}

function childrenOf(node: CelNode): readonly CelNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case "call":
      return node.args[1];
    case "rcall": {
      const [, receiver, args] = node.args;
      const [variable] = args;
      // The variable of a macro hides the field in its condition.
      return variable !== undefined && isId(variable) ? [receiver] : [receiver, ...args];
    }
    case "!_":
    case "-_":
      return [node.args];
    case ".":
    case ".?":
      return [node.args[0]];
    case "list":
      return node.args;
    case "map":
      return node.args.flat();
    default:
      return node.args;
  }
}
