import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";

/** Parsed source file with its exports. */
export interface OpenModule {
  /** Returns each exported name with its declaration on one line, as `function f(a: string): void`. */
  exports(): ReadonlyMap<string, string>;
}

type Statement = ParseResult["program"]["body"][number];
type Declaration = NonNullable<
  Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]
>;
type Span = { readonly start: number; readonly end: number };

/** Maximum length of a type; longer ones are omitted. */
const longestType = 120;

/** Parses a module. `open` returns the modules that it re-exports from. */
export function openModule(file: string, open: (file: string) => OpenModule): OpenModule {
  const source = readFileSync(file, "utf8");
  const { program, module, comments } = parseSync(file, source);
  const bare = withoutComments(source, comments);
  const declarations = new Map<string, string>();
  for (const statement of program.body) {
    const declaration = declarationOf(statement);
    if (declaration === null) continue;
    for (const [name, words] of describe(declaration, bare)) declarations.set(name, words);
  }
  const imports = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => [
        entry.localName.value,
        { from: moduleRequest.value, name: entry.importName.name ?? "*" },
      ]),
    ),
  );
  const other = (from: string, name: string): string =>
    from.startsWith(".")
      ? (open(join(dirname(file), from))
          .exports()
          .get(name) ?? `${name} from ${from}`)
      : `${name} from ${from}`;

  let found: ReadonlyMap<string, string> | null = null;
  const read = (): ReadonlyMap<string, string> => {
    const exports = new Map<string, string>();
    for (const entry of module.staticExports.flatMap(({ entries }) => entries)) {
      const from = entry.moduleRequest?.value;
      if (entry.exportName.kind === "None" && from !== undefined) {
        if (!from.startsWith(".")) exports.set(`* ${from}`, `* from ${from}`);
        else
          for (const [name, words] of open(join(dirname(file), from)).exports())
            exports.set(name, words);
        continue;
      }
      const name = entry.exportName.name ?? "default";
      const local = (from === undefined ? entry.localName.name : entry.importName.name) ?? "*";
      const imported = imports.get(local);
      const words =
        from !== undefined
          ? other(from, local)
          : (declarations.get(local) ??
            (imported === undefined ? local : other(imported.from, imported.name)));
      exports.set(name, name === local ? words : `${name} = ${words}`);
    }
    return exports;
  };
  return { exports: () => (found ??= read()) };
}

function declarationOf(statement: Statement): Declaration | null {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration;
    case "FunctionDeclaration":
    case "VariableDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return statement;
    default:
      return null;
  }
}

function describe(node: Declaration, source: string): [name: string, words: string][] {
  const text = ({ start, end }: Span): string => oneLine(source.slice(start, end));
  switch (node.type) {
    case "FunctionDeclaration": {
      const head = text({ start: node.start, end: node.body?.start ?? node.end });
      return [[node.id?.name ?? "default", head.replace(/^async /, "").replace(/;$/, "")]];
    }
    case "VariableDeclaration":
      return node.declarations.map(({ id, init }) => {
        if (id.type !== "Identifier") return [text(id), `const ${text(id)}`];
        if (id.typeAnnotation !== undefined && id.typeAnnotation !== null) {
          return [id.name, shortened(`const ${id.name}`, text(id.typeAnnotation))];
        }
        if (init?.type !== "ArrowFunctionExpression") return [id.name, `const ${id.name}`];
        const head = text({ start: init.start, end: init.body.start }).replace(/ ?=>$/, "");
        return [id.name, `const ${id.name} = ${head.replace(/^async /, "")}`];
      });
    case "ClassDeclaration": {
      const name = node.id?.name ?? "default";
      const head = text({ start: node.start, end: node.body.start });
      const members = node.body.body.flatMap((member) => {
        if (member.type !== "PropertyDefinition" && member.type !== "MethodDefinition") return [];
        const isHidden =
          member.key.type === "PrivateIdentifier" || member.accessibility === "private";
        if (isHidden) return [];
        return `${text(member.key)}${member.type === "MethodDefinition" && member.kind === "method" ? "()" : ""}`;
      });
      return [[name, `${head} ${membersInWords(members)}`]];
    }
    case "TSInterfaceDeclaration": {
      const head = text({ start: node.start, end: node.body.start });
      const members = node.body.body.map((member) => memberName(member, text));
      return [[node.id.name, `${head} ${membersInWords(members)}`]];
    }
    case "TSTypeAliasDeclaration": {
      const head = text({ start: node.start, end: node.typeAnnotation.start }).replace(
        / ?= ?\|?$/,
        "",
      );
      if (node.typeAnnotation.type === "TSTypeLiteral") {
        const members = node.typeAnnotation.members.map((member) => memberName(member, text));
        return [[node.id.name, `${head} ${membersInWords(members)}`]];
      }
      return [[node.id.name, shortened(head, ` = ${text(node.typeAnnotation)}`)]];
    }
    default:
      return [];
  }
}

type Member = Extract<Declaration, { type: "TSInterfaceDeclaration" }>["body"]["body"][number];

function memberName(member: Member, text: (span: Span) => string): string {
  switch (member.type) {
    case "TSPropertySignature":
      return `${text(member.key)}${member.optional ? "?" : ""}`;
    case "TSMethodSignature":
      return `${text(member.key)}${member.optional ? "?" : ""}()`;
    default:
      return text(member).replace(/;$/, "");
  }
}

function membersInWords(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function shortened(head: string, rest: string): string {
  return rest.length > longestType ? head : `${head}${rest}`;
}

/** Formats a text as the formatter would with unlimited line length. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([<]) /g, "$1")
    .replaceAll(/,? ([)\]>])(?!=)/g, "$1")
    .replaceAll(/[,;] }/g, " }")
    .replaceAll(/: \| /g, ": ")
    .trim();
}

/** Replaces comments by spaces, so offsets stay the same. */
function withoutComments(source: string, comments: readonly Span[]): string {
  let bare = source;
  for (const { start, end } of comments) {
    bare = bare.slice(0, start) + " ".repeat(end - start) + bare.slice(end);
  }
  return bare;
}
