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
 * Puts the requests of `requestExamples` into the document: the parts of one request have the same
 * name in its parameters and its body. Throws for a request to what is not in the document, or with a
 * part that the operation does not have.
 */
export function addExamples(paths: Readonly<Record<string, object | undefined>>): void {
  for (const [route, examples] of Object.entries(requestExamples)) {
    const [method = "", path = ""] = route.split(" ");
    // As the generator writes them; its own types know less of them.
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
