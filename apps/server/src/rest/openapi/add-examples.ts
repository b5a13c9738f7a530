import { requestExamples } from "./examples.ts";

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    examples?: Record<string, { value: unknown }>;
  }[];
  readonly requestBody?: {
    readonly content: Record<string, { examples?: Record<string, { value: unknown }> }>;
  };
}

/**
 * Adds `requestExamples` to the document. The parts of one request share a name in the parameters and the
 * body. Throws if the document lacks the operation, or the operation lacks a part of the request.
 */
export function addExamples(paths: Readonly<Record<string, object | undefined>>): void {
  for (const [route, examples] of Object.entries(requestExamples)) {
    const [method = "", path = ""] = route.split(" ");
    // The generator's own types are less precise than its output.
    const methods = paths[path] as Readonly<Record<string, Operation>> | undefined;
    const operation = methods?.[method];
    if (operation === undefined) throw new Error(`an example is of no operation: ${route}`);
    for (const [name, { params = {}, query = {}, body }] of Object.entries(examples)) {
      for (const [place, values] of [
        ["path", params],
        ["query", query],
      ] as const) {
        for (const [key, value] of Object.entries(values)) {
          const parameter = operation.parameters?.find(
            (each) => each.in === place && each.name === key,
          );
          if (parameter === undefined) throw new Error(`${route} has no parameter ${key}`);
          parameter.examples = { ...parameter.examples, [name]: { value } };
        }
      }
      if (body === undefined) continue;
      const content = operation.requestBody?.content["application/json"];
      if (content === undefined) throw new Error(`${route} has no body`);
      content.examples = { ...content.examples, [name]: { value: body } };
    }
  }
}
