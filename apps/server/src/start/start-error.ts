/** Why a program did not start, in one line; `start-stopped`: it was ended while it waited for something. */
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
