/** Returns the last part of a resource name, such as the username in `users/bob`. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
