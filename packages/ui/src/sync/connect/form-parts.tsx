import { Dialog } from "@base-ui/react/dialog";
import { CircleAlert, LockOpen } from "lucide-react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { FormField } from "./form-field.tsx";
import type { Connecting } from "./use-connecting.ts";

/** Title and description of a way to connect. */
export function FormHead(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Dialog.Title className="text-dialog font-semibold [overflow-wrap:anywhere]">
        {props.title}
      </Dialog.Title>
      <Dialog.Description className="mt-1 text-text-2 [overflow-wrap:anywhere]">
        {props.children}
      </Dialog.Description>
    </>
  );
}

export function AddressField(
  props: InputHTMLAttributes<HTMLInputElement> & { readonly problem: string | null },
) {
  useLanguage();
  return (
    <FormField
      label={syncStrings.serverAddress}
      help={syncStrings.serverExample}
      type="text"
      inputMode="url"
      autoComplete="url"
      spellCheck={false}
      required
      {...props}
    />
  );
}

/** Warning, error and buttons at the end of a form. */
export function FormEnd(props: {
  readonly connecting: Connecting;
  /** Warning about what an eavesdropper can read over http. */
  readonly overheard: string;
  readonly isComplete: boolean;
}) {
  useLanguage();
  const { isBusy, isWarned, problem } = props.connecting;
  return (
    <>
      {isWarned && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn"
        >
          <LockOpen size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
          {props.overheard}
        </p>
      )}
      {problem !== null && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-small text-danger"
        >
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
          {problem}
        </p>
      )}
      <div className="mt-2 flex justify-end gap-2">
        <Dialog.Close className="button">{syncStrings.cancel}</Dialog.Close>
        <button
          type="submit"
          className="button button-primary"
          disabled={isBusy || !props.isComplete}
        >
          {isBusy
            ? syncStrings.connecting
            : isWarned
              ? syncStrings.connectAnyway
              : syncStrings.connect}
        </button>
      </div>
    </>
  );
}
