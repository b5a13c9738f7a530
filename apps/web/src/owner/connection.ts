import type { AppRouter } from "@tidemark/core/router";
import { type Port, PortClosed, portLink } from "@tidemark/replica/rpc/page";
import type { TRPCLink } from "@trpc/client";
import { type FilePort, openFilePort } from "./send-files.ts";
import type { FileFromWorker, LineMessage } from "./worker-messages.ts";

/** Two ends of a line: one for calls of the app router, one for files. */
export interface LineEnds {
  readonly calls: Port;
  readonly files: Port;
}

type Send = ReturnType<TRPCLink<AppRouter>>;

/** A page's connection to a worker that has the database open. */
export interface Connection {
  send(op: Parameters<Send>[0]["op"]): ReturnType<Send>;
  readonly sendFile: FilePort["send"];
  readonly ask: FilePort["ask"];
  /** True once the worker has said goodbye: whatever it didn't answer, it didn't run. */
  readonly saidGoodbye: boolean;
  /** Closes both ends; open calls and files fail with `PortClosed`. */
  end(): void;
}

/** Connects a page to a worker. `onGoodbye` is called when the worker closes the database. */
export function connect(
  { calls, files }: LineEnds,
  on: { readonly accepted?: (workerId: string) => void; readonly goodbye: () => void },
): Connection {
  let goodbyes = 0;
  const handleGoodbye = (): void => {
    goodbyes += 1;
    if (goodbyes === 2) on.goodbye();
  };

  // The end that closes a port gets no close event, and a worker that has ended sends none.
  let onClosed = (): void => {};
  const link = portLink<AppRouter>({
    ...calls,
    listen(onMessage, onClose) {
      onClosed = onClose;
      calls.listen((message) => {
        const { accepted, isGoodbye } = asLineMessage(message);
        if (accepted !== undefined) on.accepted?.(accepted);
        else if (isGoodbye === true) handleGoodbye();
        else onMessage(message);
      }, onClose);
    },
  })({});

  const filePort = openFilePort(files);
  files.listen(
    (message) => {
      if (asLineMessage(message).isGoodbye === true) handleGoodbye();
      else filePort.handle(message as FileFromWorker);
    },
    () => undefined,
  );

  return {
    send: (op) => link({ op, next: nothingFollows }),
    sendFile: filePort.send,
    ask: filePort.ask,
    get saidGoodbye() {
      return goodbyes === 2;
    },
    end() {
      calls.close();
      files.close();
      onClosed();
      filePort.fail(new PortClosed("the database stopped"));
    },
  };
}

/** Returns a message with the properties of every `LineMessage`. */
function asLineMessage(message: unknown): { accepted?: string; isGoodbye?: true } {
  return (message ?? {}) as LineMessage;
}

function nothingFollows(): never {
  throw new Error("nothing follows the way to the host");
}
