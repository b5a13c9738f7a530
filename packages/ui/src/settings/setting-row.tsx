import type { ReactNode } from "react";

interface SettingRowProps {
  readonly title: string;
  readonly help?: string | undefined;
  /** The id of what its title labels. */
  readonly labels?: string;
  /** Of the title, for what is named by it. */
  readonly titleId?: string;
  readonly helpId?: string;
  /** What changes it; below the words where there is much of it. */
  readonly children?: ReactNode;
  readonly isTall?: boolean;
  /** Named and greyed, since it does nothing now. */
  readonly isOff?: boolean;
}

/** A setting: what it is called, what it does, and what changes it. */
export function SettingRow(props: SettingRowProps) {
  const { title, help, labels, titleId, helpId, children } = props;
  return (
    <div
      className="setting-row"
      data-tall={props.isTall || undefined}
      data-off={props.isOff || undefined}
    >
      <div className="min-w-0">
        {labels === undefined ? (
          <p id={titleId} className="setting-title">
            {title}
          </p>
        ) : (
          <label htmlFor={labels} className="setting-title">
            {title}
          </label>
        )}
        {help !== undefined && (
          <p id={helpId} className="setting-help">
            {help}
          </p>
        )}
      </div>
      {children !== undefined && <div className="setting-control">{children}</div>}
    </div>
  );
}
