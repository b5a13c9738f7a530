/** Opens the server's page for signing in. Only in a browser whose page the server sent. */
export function toSignIn(): void {
  // Shown also if another account is signed in.
  location.assign("/sign-in?again=yes");
}
