import type { BackupMemo } from "@tidemark/core/router";
import { memo as memoised } from "react";
import { useLanguage } from "../../language/language.ts";
import { firstLine } from "../../memo/first-line.ts";
import { MemoWords, useMemoName } from "../../tags/memo-words.tsx";
import { shortMomentLabel } from "../../time/day-label.ts";
import { backupMemosStrings as strings } from "./strings.ts";

const blankLines = /\n\s*\n/g;

interface BackupMemoRowProps {
  readonly memo: BackupMemo;
  readonly isSelected: boolean;
  select(id: string, isOn: boolean): void;
}

/** Line of a backup's memo: its beginning, its time and its state on this device. */
export const BackupMemoRow = memoised(function BackupMemoRow({
  memo,
  isSelected,
  select,
}: BackupMemoRowProps) {
  useLanguage();
  const { id, text, createdMs, files, isComment, wasTrashed, now } = memo;
  const isSame = now === "same";
  const facts = [
    ...(isComment ? [strings.comment] : []),
    ...(files > 0 ? [strings.files(files)] : []),
    ...(wasTrashed ? [strings.wasTrashed] : []),
  ];
  return (
    <li className="border-t border-border [contain-intrinsic-block-size:auto_5rem] [content-visibility:auto] first:border-t-0">
      <label className="flex items-start gap-3 py-2.5 has-enabled:cursor-pointer">
        <input
          type="checkbox"
          className="mt-1 size-4 flex-none accent-accent"
          aria-label={useMemoName(memo, firstLine(text))}
          aria-describedby={`backup-memo-${id}`}
          disabled={isSame}
          checked={isSelected && !isSame}
          onChange={(event) => select(id, event.target.checked)}
        />
        <span className="min-w-0 grow">
          <span dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere">
            <MemoWords memo={memo}>
              {text === "" ? strings.emptyMemo : text.replaceAll(blankLines, "\n")}
            </MemoWords>
          </span>
          <span
            id={`backup-memo-${id}`}
            className="mt-0.5 block text-small text-text-3 tabular-nums"
          >
            <time dateTime={new Date(createdMs).toISOString()}>{shortMomentLabel(createdMs)}</time>
            {" · "}
            <span className={isSame ? "" : "font-medium text-text-2"}>{strings.now[now]}</span>
            {facts.map((fact) => ` · ${fact}`)}
          </span>
        </span>
      </label>
    </li>
  );
});
