import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import { observable } from "@trpc/server/observable";

/** Channel on which a tab that has signed out tells the others. The same in all versions: all must leave. */
const signedOutChannel = "tidemark-signed-out";

/**
 * Makes all tabs leave once one has signed out, since what they show is deleted. `onLeft` is called in the others.
 * Returns the line, with `send` extended.
 */
export function leavingTogether<Line extends HostLine<AppRouter>>(
  line: Line,
  onLeft: () => void,
): Line {
  const channel = new BroadcastChannel(signedOutChannel);
  channel.addEventListener("message", () => onLeft());
  return {
    ...line,
    send(op) {
      const answers = line.send(op);
      if (op.path !== "sync.signOut") return answers;
      return observable((observer) => {
        const sent = answers.subscribe({
          next(value) {
            channel.postMessage(null);
            observer.next(value);
          },
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        });
        return () => sent.unsubscribe();
      });
    },
  };
}
