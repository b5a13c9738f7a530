import { X } from "lucide-react";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { useShownHosts } from "../viewer/images/shown-hosts.ts";
import { settingsStrings } from "./strings.ts";

/** Hosts whose images load without asking; each can be removed. */
export function ImageHosts() {
  useLanguage();
  const { hosts, stopShowing, showHost } = useShownHosts();
  const remove = (host: string): void => {
    stopShowing(host);
    const { say } = useFeedback.getState();
    say(settingsStrings.hostRemoved(host), async () => showHost(host));
  };
  if (hosts.length === 0) {
    return <p className="mt-1 text-small text-text-3">{settingsStrings.noHosts}</p>;
  }
  return (
    <>
      <p className="mt-1 text-small text-text-3">{settingsStrings.hostsHelp}</p>
      <ul className="mt-1" aria-label={settingsStrings.images}>
        {hosts.toReversed().map((host) => (
          <li key={host} className="flex min-h-9 items-center justify-between gap-2">
            <span className="min-w-0 truncate">{host}</span>
            <button
              type="button"
              className="icon-button flex-none"
              aria-label={settingsStrings.removeHost(host)}
              title={settingsStrings.removeHost(host)}
              onClick={() => remove(host)}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
