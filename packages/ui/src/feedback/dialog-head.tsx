import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";

/** Title of a dialog, and its close button. */
export function DialogHead({ title, close }: { readonly title: string; readonly close: string }) {
  return (
    <div className="flex items-center justify-between">
      <Dialog.Title className="text-dialog font-semibold">{title}</Dialog.Title>
      <Dialog.Close className="icon-button" aria-label={close}>
        <X size={16} strokeWidth={1.75} aria-hidden />
      </Dialog.Close>
    </div>
  );
}
