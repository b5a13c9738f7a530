/** Reason why the program didn't start, in one line. `start-stopped` if it was stopped while waiting. */
export interface StartError {
  readonly type: "start-refused" | "start-stopped";
  readonly message: string;
}

export function startRefused(message: string): { readonly ok: false; readonly error: StartError } {
  return {
    ok: false,
    error: { type: "start-refused", message: message.replaceAll(/\s*\n\s*/g, " ") },
  };
}
