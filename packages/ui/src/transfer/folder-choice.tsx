import { type FolderUse, folderUses } from "@tidemark/core/model";
import { useId } from "react";
import { useLanguage } from "../language/language.ts";
import { transferStrings } from "./strings.ts";

interface FolderChoiceProps {
  /** Number of notes in folders. */
  readonly count: number;
  readonly chosen: FolderUse;
  choose(folders: FolderUse): void;
}

/** Choice of what becomes of the folders or notebooks of the notes. */
export function FolderChoice({ count, chosen, choose }: FolderChoiceProps) {
  useLanguage();
  const name = useId();
  return (
    <fieldset className="mt-3 text-small">
      <legend className="text-text-2">{transferStrings.folders(count)}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {folderUses.map((use) => (
          <label key={use} className="flex min-h-7 items-center gap-1.5 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={name}
              className="accent-accent"
              checked={use === chosen}
              onChange={() => choose(use)}
            />
            {transferStrings.folderUses[use]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
