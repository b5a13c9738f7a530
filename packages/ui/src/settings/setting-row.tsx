import type { ReactNode } from "react";

interface SettingRowProps {
  readonly title: string;
  readonly help?: string | undefined;
  /** Id of the control that the title labels. */
  readonly labels?: string;
  /** Id of the title, for controls that it labels. */
  readonly titleId?: string;
  readonly helpId?: string;
  /** Control of the setting; `isTall` places it below the text. */
  readonly children?: ReactNode;
  readonly isTall?: boolean;
  /** True if the setting is disabled. */
  readonly isOff?: boolean;
}

/** Row of a setting: title, help and control. */
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
