/** Opens the server's page for signing in. Only in a browser whose page the server sent. */
export function toSignIn(): void {
  location.assign("/sign-in");
}
