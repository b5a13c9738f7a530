/** Suffix of older-form paths while the document is built, where both forms can't have the same path. */
export const olderPathMark = "#older";

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
type Content = Record<string, { schema?: object }>;

/**
 * Merges the operations of the path `older` into those of `current`, because OpenAPI has one operation per
 * path and method. The older form's parameters are added and marked; bodies and responses become a union of
 * both. Deletes `older` from `paths`.
 */
export function mergeOlderForm(
  paths: Record<string, object | undefined>,
  older: string,
  current: string,
): void {
  const from = paths[older];
  const into = paths[current];
  if (from === undefined || into === undefined) return;
  delete paths[older];
  for (const [method, operation] of Object.entries<Operation>(operationsOf(from))) {
    const known = operationsOf(into)[method];
    if (known !== undefined) mergeOperation(known, operation);
  }
}

/** Casts a path item of the generated document; the merged paths contain only operations. */
function operationsOf(path: object): Record<string, Operation> {
  return path as Record<string, Operation>;
}

function mergeOperation(current: Operation, older: Operation): void {
  const known = new Set(current.parameters?.map(({ name }) => name));
  const added = (older.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && !known.has(parameter.name))
    .map((parameter) => ({ ...parameter, description: "Older form." }));
  current.parameters = [...(current.parameters ?? []), ...added];
  current.tags = [...(current.tags ?? []), ...(older.tags ?? [])];
  current.description = [current.description, `Older form: ${older.summary ?? ""}.`]
    .filter((part) => part !== undefined)
    .join(" ");
  if (current.requestBody && older.requestBody) {
    mergeContent(current.requestBody.content, older.requestBody.content);
  }
  for (const [status, { content }] of Object.entries(older.responses)) {
    const answer = current.responses[status]?.content;
    if (answer && content) mergeContent(answer, content);
  }
}

function mergeContent(current: Content, older: Content): void {
  for (const [mediaType, { schema }] of Object.entries(older)) {
    const known = current[mediaType];
    if (known?.schema === undefined || schema === undefined) continue;
    if (JSON.stringify(known.schema) === JSON.stringify(schema)) continue;
    known.schema = { anyOf: [known.schema, schema] };
  }
}
