import { Dialog } from "@base-ui/react/dialog";
import { TriangleAlert } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import { hostOf } from "../pill-text.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";
import { codeFailureInWords } from "./code-failure.ts";
import { FormEnd, FormHead } from "./form-parts.tsx";
import { useConnecting } from "./use-connecting.ts";

interface OfferedCodeProps {
  readonly url: string;
  readonly code: string;
  close(): void;
}

/**
 * Confirmation for a link with a server and a code. Anyone can write such a link, to receive the memos of
 * this device.
 */
export function OfferedCode({ url, code, close }: OfferedCodeProps) {
  useLanguage();
  const actions = useSyncActions();
  const connecting = useConnecting(url, close);
  return (
    <>
      <FormHead title={syncStrings.offeredTitle(hostOf(url))}>
        {syncStrings.offeredBody(url)}
      </FormHead>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void connecting.submit(
            (urls) => actions.connectByCode({ urls, code }),
            codeFailureInWords,
          );
        }}
      >
        <p className="flex items-start gap-2 text-small">
          <TriangleAlert
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className="mt-px flex-none text-warn"
          />
          {syncStrings.offeredCare}
        </p>
        <FormEnd connecting={connecting} overheard={syncStrings.overheardCode} isComplete />
      </form>
    </>
  );
}

/** Shown for such a link if a server is already connected. */
export function ConnectedAlready({ host }: { readonly host: string }) {
  useLanguage();
  return (
    <>
      <FormHead title={syncStrings.connectedAlready(host)}>
        {syncStrings.connectedAlreadyBody}
      </FormHead>
      <div className="mt-6 flex justify-end">
        <Dialog.Close className="button">{syncStrings.close}</Dialog.Close>
      </div>
    </>
  );
}
