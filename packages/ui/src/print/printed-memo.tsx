import type { MemoView } from "@tidemark/core/router";
import { fileAddress } from "../attachments/file-address.ts";
import { fileSize } from "../attachments/file-size.ts";
import { useLanguage } from "../language/language.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { tagsStrings } from "../tags/strings.ts";
import { momentLabel } from "../time/day-label.ts";
import { MemoBody } from "../timeline/card/memo-body.tsx";
import { filesBelow } from "../viewer/images/show-files.ts";
import { printStrings } from "./strings.ts";

/** Memo on paper: time, author, location, text, images and other files. */
export function PrintedMemo({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const { author, location, createdMs } = memo;
  const isBlurred = useIsBlurred(memo);
  const facts = [author ?? "", location?.placeholder ?? ""].filter((fact) => fact !== "");
  return (
    <article className="printed-memo">
      <p className="printed-moment">
        <time dateTime={new Date(createdMs).toISOString()}>{momentLabel(createdMs)}</time>
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      {isBlurred ? <p>{tagsStrings.blurred}</p> : <PrintedText memo={memo} />}
    </article>
  );
}

function PrintedText({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const { id, content, attachments } = memo;
  const below = filesBelow(attachments, content);
  const pictures = below.filter((file) => file.kind === "image" && file.isHere);
  const others = below.filter((file) => !pictures.includes(file));
  return (
    <>
      <MemoBody
        id={id}
        content={content}
        updatedMs={memo.updatedMs}
        files={attachments}
        terms={noTerms}
        isQuiet
        onToggleTask={nothing}
        onTag={nothing}
      />
      {pictures.map((file) => (
        <img
          key={file.id}
          className="printed-picture"
          src={fileAddress(file)}
          alt={file.filename}
        />
      ))}
      {others.length > 0 && (
        <ul aria-label={printStrings.files} className="printed-files">
          {others.map((file) => (
            <li key={file.id}>
              {file.filename}
              {file.sizeBytes > 0 && ` · ${fileSize(file.sizeBytes)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const noTerms: readonly string[] = [];
const nothing = (): void => undefined;
