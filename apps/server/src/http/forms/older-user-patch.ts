const olderKeys = ["nickname", "email", "avatarUrl"];

/** Whether a PATCH of an account is of the older form, which its keys tell where there is no mask. */
export function isOlderUserPatch(query: unknown, body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const hasMask = typeof query === "object" && query !== null && "updateMask" in query;
  const keys = Object.keys(body);
  return !hasMask && keys.length > 0 && keys.every((key) => olderKeys.includes(key));
}
