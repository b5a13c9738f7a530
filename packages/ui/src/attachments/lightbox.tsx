import { Dialog } from "@base-ui/react/dialog";
import type { AttachmentView } from "@tidemark/core/router";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { fileAddress, smallAddress } from "./file-address.ts";
import { fileSize } from "./file-size.ts";
import { KeepButton } from "./keep-button.tsx";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";
import { useFetchFile } from "./use-fetch-file.ts";

interface LightboxProps {
  readonly images: readonly AttachmentView[];
  /** Index of the shown image; `null` while closed. */
  readonly at: number | null;
  show(at: number | null): void;
}

/** Images as large as the window allows. Arrow keys move between them; Esc closes and restores the focus. */
export function Lightbox({ images, at, show }: LightboxProps) {
  useLanguage();
  const [last, setLast] = useState(at);
  // Keeps showing the last image during the fade-out.
  if (at !== null && at !== last) setLast(at);
  const index = Math.min(last ?? 0, images.length - 1);
  const image = images[index];

  const move = (to: number): void => {
    if (to >= 0 && to < images.length) show(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: images.length - 1,
    };
    const to = targets[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(to);
  };

  return (
    <Dialog.Root open={at !== null} onOpenChange={(isOpen) => show(isOpen ? index : null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-black/90" />
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col text-white outline-none"
        >
          <div className="flex flex-none items-center gap-2 bg-black/60 px-3 py-2">
            <Dialog.Title className="min-w-0 truncate text-ui font-medium">
              {image?.filename}
            </Dialog.Title>
            <Dialog.Description className="flex-none text-small text-white/80" aria-live="polite">
              {images.length > 1 && attachmentStrings.position(index + 1, images.length)}
              {images.length > 1 && " · "}
              {fileSize(image?.sizeBytes ?? 0)}
            </Dialog.Description>
            <span className="ms-auto" />
            {image !== undefined && (
              <KeepButton
                file={image}
                className={`${buttonClass} aria-pressed:outline-2 aria-pressed:-outline-offset-4 aria-pressed:outline-white/80`}
              />
            )}
            {image?.isHere === true && (
              <a
                href={fileAddress(image)}
                download={image.filename}
                aria-label={attachmentStrings.download(image.filename, fileSize(image.sizeBytes))}
                title={attachmentStrings.downloadPlain}
                className={buttonClass}
              >
                <Download size={18} strokeWidth={1.75} aria-hidden />
              </a>
            )}
            <Dialog.Close
              className={buttonClass}
              aria-label={attachmentStrings.close}
              title={attachmentStrings.close}
            >
              <X size={20} strokeWidth={1.75} aria-hidden />
            </Dialog.Close>
          </div>
          {/* A click beside the image closes it, like the button and Esc. */}
          <div
            className="relative flex min-h-0 grow items-center justify-center p-3"
            onClick={(event) => {
              if (event.target === event.currentTarget) show(null);
            }}
          >
            {image !== undefined && <Picture key={image.id} image={image} />}
            {images.length > 1 && (
              <>
                <button
                  type="button"
                  className={`${buttonClass} absolute start-3 bg-black/60`}
                  aria-label={attachmentStrings.previous}
                  disabled={index === 0}
                  onClick={() => move(index - 1)}
                >
                  <ChevronLeft
                    size={22}
                    strokeWidth={1.75}
                    aria-hidden
                    className="rtl:-scale-x-100"
                  />
                </button>
                <button
                  type="button"
                  className={`${buttonClass} absolute end-3 bg-black/60`}
                  aria-label={attachmentStrings.next}
                  disabled={index === images.length - 1}
                  onClick={() => move(index + 1)}
                >
                  <ChevronRight
                    size={22}
                    strokeWidth={1.75}
                    aria-hidden
                    className="rtl:-scale-x-100"
                  />
                </button>
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const buttonClass =
  "inline-flex size-10 flex-none items-center justify-center rounded-control text-white hover:bg-white/20 focus-visible:outline-white disabled:opacity-40";

function Picture({ image }: { readonly image: AttachmentView }) {
  useLanguage();
  const [isBroken, setIsBroken] = useState(false);
  const { isFetching, fetchFile } = useFetchFile(image);
  if (!image.isHere) {
    return (
      <div className="flex max-h-full min-h-0 flex-col items-center gap-3">
        {image.hasSmall && (
          <img
            src={smallAddress(image)}
            alt={image.filename}
            className="min-h-0 max-w-full object-contain"
          />
        )}
        <button
          type="button"
          className="flex-none rounded-control border border-white/60 px-4 py-2 hover:bg-white/20"
          disabled={isFetching}
          onClick={fetchFile}
        >
          {image.hasSmall ? attachmentStrings.fetchWhole : attachmentStrings.fetch(image.filename)}
        </button>
      </div>
    );
  }
  if (isBroken) return <p role="alert">{attachmentStrings.cannotShow}</p>;
  if (image.kind === "video") {
    // Recordings by a memo's author have no captions.
    return (
      <video
        controls
        src={fileAddress(image)}
        aria-label={image.filename}
        className="max-h-full max-w-full"
        onError={() => setIsBroken(true)}
      />
    );
  }
  return (
    <img
      src={fileAddress(image)}
      alt={image.filename}
      className="max-h-full max-w-full object-contain"
      onError={() => setIsBroken(true)}
    />
  );
}
