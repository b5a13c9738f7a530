const olderKeys = ["nickname", "email", "avatarUrl"];

/** True if a PATCH of an account is in the older form, which its keys determine if there is no mask. */
export function isOlderUserPatch(query: unknown, body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const hasMask = typeof query === "object" && query !== null && "updateMask" in query;
  const keys = Object.keys(body);
  return !hasMask && keys.length > 0 && keys.every((key) => olderKeys.includes(key));
}
