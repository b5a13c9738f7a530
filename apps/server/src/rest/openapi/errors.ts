/** What each status of an error means, in the words of docs/errors.md. */
const meanings: Readonly<Record<number, string>> = {
  400: "A parameter, a field or the body is not valid, or does not fit the state of things",
  401: "There is no valid credential",
  403: "The caller can see it and may not do this, or another site makes a browser ask",
  404: "It is not there, or not for the caller",
  409: "There is one with this name already",
  413: "The body or the file is too large",
  416: "No part of the file is in the range that was asked for",
  429: "Too many requests",
  503: "Somebody whom the answer depends on, or the disk, does not serve",
};

/** What of an operation says which errors it may answer. */
export interface DescribedOperation {
  readonly parameters?: readonly { readonly in: string }[] | undefined;
  readonly requestBody?: object | undefined;
}

const signIn = /^\/api\/v1\/(?:setup|auth\/sign(?:in|up))$/;
/** Creations, which can answer 409 where the caller chooses the name. */
const makesNamed =
  /^\/api\/v1\/(?:setup|auth\/signup|memos|attachments|users|spaces|memos\/\{memo\}\/comments|spaces\/\{space\}\/invitations)$/;
/** Reads that not everybody who could see the thing may do. */
const guardedReads =
  /^\/api\/v1\/(?:access-tokens|users$|instance\/(?:settings|stats|auditLog)|memos\/\{memo\}\/(?:shares|revisions)|spaces\/\{space\}\/invitations)/;
/** Their bodies name other things. */
const namesOthers = /^\/api\/v1\/(?:memos|attachments(?::batchDelete)?)$|^\/file\/attachments$/;

/** The statuses of the errors that an operation may answer, ascending, each with what it means. */
export function errorsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: DescribedOperation,
): readonly (readonly [status: string, meaning: string])[] {
  const isRead = method === "get" || method === "head";
  const hasPathParameter = parameters.some((parameter) => parameter.in === "path");
  const isFile = /^\/file\/(?:attachments|resources)\/\{/.test(path);
  const statuses = [
    // Also of one that takes nothing: no address may hold U+0000 (E1).
    400,
    ...(/setup$|signup$/.test(path) ? [] : [401]),
    ...(!isRead || guardedReads.test(path) ? [403] : []),
    ...(hasPathParameter || (method === "post" && namesOthers.test(path)) ? [404] : []),
    ...(method === "post" && makesNamed.test(path) ? [409] : []),
    ...(requestBody !== undefined || !isRead ? [413] : []),
    ...(isFile ? [416] : []),
    429,
    ...(/transcribe$|linkMetadata$/.test(path) ? [503] : []),
  ];
  return statuses
    .filter((status) => !(status === 404 && signIn.test(path)))
    .map((status) => [String(status), meanings[status] ?? ""]);
}
