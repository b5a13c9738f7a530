import { format } from "oxfmt";

/** Parts of an OpenAPI document from which types are generated. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

/**
 * Generates the client's `operations.ts`: a type for each named schema in a response, and a map of all JSON
 * operations. The output is deterministic.
 */
export async function operationsSource(document: ApiDocument): Promise<string> {
  const used = new Set<string>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
      const body = operation.requestBody?.content;
      if (answer === undefined || (body && !("application/json" in body))) return [];
      const request = requestType(operation, used);
      const summary = operation.summary ?? "";
      return [
        `/** ${summary}. */
        "${method.toUpperCase()} ${path}": {
          readonly request: ${request}; readonly answer: ${typeOf(answer, used)} };`,
      ];
    }),
  );
  const schemas: string[] = [];
  // Iterating over a set includes elements added during the loop: schemas that other schemas name.
  for (const name of used) {
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    schemas.push(`export type ${name} = ${typeOf(schema, used)};`);
  }
  const source = `// Written from the server's OpenAPI document by its tests, which write it anew with \`--update\`.

${schemas.toSorted().join("\n\n")}

/** Every operation that takes and answers JSON, by method and path. */
export interface Operations {
  ${operations.join("\n")}
}
`;
  const { code, errors } = await format("operations.ts", source, { printWidth: 100 });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}

function requestType(operation: Operation, used: Set<string>): string {
  const parts: string[] = [];
  const parameters = operation.parameters ?? [];
  const path = parameters.filter((each) => each.in === "path");
  const query = parameters.filter((each) => each.in === "query");
  if (path.length > 0) {
    parts.push(`params: { ${path.map(({ name }) => `readonly ${name}: string`).join("; ")} }`);
  }
  if (query.length > 0) {
    const fields = query.map(({ name, required }) => {
      const mark = required === true ? "" : "?";
      return `readonly ${name}${mark}: string | number | boolean | undefined`;
    });
    const isNeeded = query.some((each) => each.required === true);
    parts.push(`query${isNeeded ? "" : "?"}: { ${fields.join("; ")} }`);
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (body !== undefined) parts.push(`body: ${typeOf(body, used)}`);
  return `{ ${parts.map((part) => `readonly ${part}`).join("; ")} }`;
}

function typeOf(schema: Schema, used: Set<string>): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    used.add(name);
    return name;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if ((schema.anyOf ?? schema.oneOf) !== undefined) {
    return [...new Set(optionsOf(schema).map((each) => typeOf(each, used)))].join(" | ");
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => typeOf({ ...schema, type }, used)).join(" | ");
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items ?? {}, used)})[]`;
    case "object":
      return objectType(schema, used);
    default:
      return "unknown";
  }
}

/** Returns the members of a union, including those of nested unions. */
function optionsOf(schema: Schema): readonly Schema[] {
  const options = schema.$ref === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  return options === undefined ? [schema] : options.flatMap(optionsOf);
}

function objectType(schema: Schema, used: Set<string>): string {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined) {
    const value = typeof additionalProperties === "object" ? additionalProperties : {};
    return additionalProperties === false
      ? "Record<string, never>"
      : `Readonly<Record<string, ${typeOf(value, used)}>>`;
  }
  const fields = Object.entries(properties).map(([name, each]) => {
    const mark = required.includes(name) ? "" : "?";
    return `readonly ${JSON.stringify(name)}${mark}: ${typeOf(each, used)}`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}
