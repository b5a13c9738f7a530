import { inBackground } from "../platform/background.ts";

/** Time without progress after which a transfer is aborted. */
const stallMs = 60_000;

/** Calls back after a minute without progress. */
export function startStall(onStall: () => void): { refresh(): void; end(): void } {
  const start = () => inBackground(setTimeout(onStall, stallMs));
  let timer = start();
  return {
    refresh() {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}
