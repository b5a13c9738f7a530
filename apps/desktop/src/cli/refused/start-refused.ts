/** Expected reason that a start fails: shown as one line in the terminal, with exit code 2. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
