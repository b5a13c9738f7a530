/**
 * Deletes what this browser stored, and leaves the page. `signsOut` is false if another account has signed in,
 * whose session stays.
 */
type LeaveBrowser = (signsOut: boolean) => Promise<void>;

let current: LeaveBrowser = async () => location.reload();

/** Sets how a page of a server leaves its browser. */
export function leaveBrowserBy(leave: LeaveBrowser): void {
  current = leave;
}

export function leaveBrowser(signsOut: boolean): Promise<void> {
  return current(signsOut);
}
