import { FolderInput } from "lucide-react";
import { useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { useLacks } from "../shell/use-lacks.ts";
import { touchQuery, useMediaQuery } from "../state/use-media-query.ts";
import { EarlierImports } from "./earlier-imports.tsx";
import { Problem } from "./problem.tsx";
import { filesOfInput } from "./files/picked-files.ts";
import { ServerForm } from "./server-form.tsx";
import { transferStrings } from "./strings.ts";
import { useTransferActions } from "./use-transfer.ts";

interface ChooseSourceProps {
  readonly isOver: boolean;
  readonly problem: string | null;
}

/** Choice of the source to import from. */
export function ChooseSource({ isOver, problem }: ChooseSourceProps) {
  useLanguage();
  const isTouch = useMediaQuery(touchQuery);
  // A page of a server reaches that one alone.
  const isOfServer = useLacks("servers");
  const { addFiles } = useTransferActions();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    const picked = filesOfInput(input.files ?? []);
    // Allows choosing the same files again.
    input.value = "";
    if (picked.length > 0) void addFiles(picked);
  };
  return (
    <>
      <p className="mt-1 text-text-2">{transferStrings.intro}</p>
      {problem !== null && (
        <div className="mt-4">
          <Problem text={problem} />
        </div>
      )}
      <div
        data-over={isOver || undefined}
        className="mt-4 flex flex-col items-center gap-3 rounded-card border border-dashed border-border-strong px-4 py-7 text-center data-over:border-accent data-over:bg-accent-soft"
      >
        <FolderInput size={24} strokeWidth={1.5} aria-hidden className="text-text-3" />
        <p className="font-medium">
          {isOver ? transferStrings.dropNow : transferStrings[isTouch ? "choose" : "drop"]}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <button
            type="button"
            className="button"
            data-start
            onClick={() => folder.current?.click()}
          >
            {transferStrings.chooseFolder}
          </button>
          <button type="button" className="button" onClick={() => files.current?.click()}>
            {transferStrings.chooseFiles}
          </button>
        </div>
        <p className="max-w-md text-small text-balance text-text-3">{transferStrings.takes}</p>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          data-import="files"
          onChange={(event) => take(event.target)}
        />
        <input
          ref={folder}
          type="file"
          multiple
          hidden
          data-import="folder"
          {...{ webkitdirectory: "" }}
          onChange={(event) => take(event.target)}
        />
      </div>
      {isOfServer ? (
        <p className="mt-4 border-t border-rule pt-3 text-small text-text-3">
          {transferStrings.elsewhere}
        </p>
      ) : (
        <ServerForm />
      )}
      <EarlierImports />
    </>
  );
}
