import type { AttachmentView } from "@tidemark/core/router";
import { CloudDownload, ImageOff } from "lucide-react";
import { useState, type CSSProperties } from "react";
import { reservedSize } from "../viewer/images/show-files.ts";
import { fileAddress, smallAddress } from "./file-address.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";
import { useFetchFile } from "./use-fetch-file.ts";

const Lightbox = lazyComponent(async () => (await import("./lightbox.tsx")).Lightbox);

const maxTiles = 4;

/** One image as wide as the card, or up to four squares in a row; the last one opens the rest. */
export function ImageGrid({ images }: { readonly images: readonly AttachmentView[] }) {
  useLanguage();
  const [openAt, setOpenAt] = useState<number | null>(null);
  const [only] = images;
  const tiles = images.slice(0, maxTiles);
  const hidden = images.length - maxTiles;
  const columns = ["", "", "grid-cols-2", "grid-cols-3", "grid-cols-4"][tiles.length];
  return (
    <>
      {images.length === 1 && only !== undefined ? (
        <ImageTile image={only} style={reservedSize(only)} open={() => setOpenAt(0)} isWhole />
      ) : (
        <ul aria-label={attachmentStrings.images} className={`grid gap-1.5 ${columns}`}>
          {tiles.map((image, index) => (
            <li key={image.id} className="relative aspect-square min-w-0">
              <ImageTile
                image={image}
                label={
                  hidden > 0 && index === maxTiles - 1
                    ? attachmentStrings.showAll(images.length)
                    : undefined
                }
                open={() => setOpenAt(index)}
              />
              {hidden > 0 && index === maxTiles - 1 && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-control bg-black/60 text-title font-semibold text-white"
                >
                  {attachmentStrings.more(hidden)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <OpenedOnce isOpen={openAt !== null}>
        <Lightbox images={images} at={openAt} show={setOpenAt} />
      </OpenedOnce>
    </>
  );
}

const tileClass =
  "relative block size-full overflow-hidden rounded-control bg-sunken text-small text-text-2";

function ImageTile(props: {
  readonly image: AttachmentView;
  readonly label?: string | undefined;
  readonly style?: CSSProperties;
  /** Set to show all of it, not cropped to a square. */
  readonly isWhole?: boolean;
  open(): void;
}) {
  useLanguage();
  const { image, style } = props;
  const [isBroken, setIsBroken] = useState(false);
  const { isFetching, fetchFile } = useFetchFile(image);
  if (!image.isHere && !image.hasSmall) {
    return (
      <button
        type="button"
        className={`${tileClass} min-h-11`}
        style={style}
        disabled={isFetching}
        aria-label={props.label ?? attachmentStrings.fetch(image.filename)}
        onClick={props.label === undefined ? fetchFile : props.open}
      >
        <Placeholder icon={CloudDownload} words={attachmentStrings.notHere} />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={tileClass}
      style={style}
      aria-label={props.label ?? attachmentStrings.open(image.filename)}
      title={image.filename}
      onClick={props.open}
    >
      {isBroken ? (
        <Placeholder icon={ImageOff} words={image.filename} />
      ) : (
        <img
          src={image.isHere ? fileAddress(image) : smallAddress(image)}
          alt=""
          loading="lazy"
          decoding="async"
          className={`size-full ${props.isWhole === true ? "object-contain" : "object-cover"}`}
          onError={() => setIsBroken(true)}
        />
      )}
    </button>
  );
}

function Placeholder(props: { readonly icon: typeof ImageOff; readonly words: string }) {
  const Icon = props.icon;
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-2">
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className="line-clamp-2 max-w-full text-center break-all">{props.words}</span>
    </span>
  );
}
