/** Meaning of each error status, as in docs/errors.md. */
const meanings: Readonly<Record<number, string>> = {
  400: "A parameter, a field or the body is not valid, or a precondition isn't met",
  401: "The credential is missing or not valid",
  403: "The caller may see the resource but not do this, or the request is cross-site",
  404: "The resource doesn't exist, or the caller may not see it",
  409: "A resource with this name already exists",
  413: "The body or the file is too large",
  416: "The requested range is outside the file",
  429: "Too many requests",
  503: "The disk or a service that the server depends on isn't available",
};

/** Parts of an operation that determine its possible errors. */
export interface DescribedOperation {
  readonly parameters?: readonly { readonly in: string }[] | undefined;
  readonly requestBody?: object | undefined;
}

const signIn = /^\/api\/v1\/(?:setup|auth\/sign(?:in|up))$/;
/** Routes that create things, which return 409 if the name that the caller chose is taken. */
const makesNamed =
  /^\/api\/v1\/(?:setup|auth\/signup|memos|attachments|users|spaces|memos\/\{memo\}\/comments|spaces\/\{space\}\/invitations)$/;
/** Reads that require more than being able to see the thing. */
const guardedReads =
  /^\/api\/v1\/(?:access-tokens|users$|instance\/(?:settings|stats|state|auditLog)|memos\/\{memo\}\/(?:shares|revisions)|spaces\/\{space\}\/invitations)/;
/** Routes whose bodies name other things. */
const namesOthers = /^\/api\/v1\/(?:memos|attachments(?::batchDelete)?)$|^\/file\/attachments$/;

/** Returns the error statuses of an operation, ascending, each with its meaning. */
export function errorsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: DescribedOperation,
): readonly (readonly [status: string, meaning: string])[] {
  const isRead = method === "get" || method === "head";
  const hasPathParameter = parameters.some((parameter) => parameter.in === "path");
  const isFile = /^\/file\/(?:attachments|resources)\/\{/.test(path);
  const statuses = [
    // Even an operation without input returns 400 if its URL contains U+0000 (E1).
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
