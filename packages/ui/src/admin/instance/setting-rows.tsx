import type { ReactNode } from "react";
import { ChoiceRow } from "../../settings/choice-row.tsx";
import { SwitchRow } from "../../settings/switch-row.tsx";
import { AiSettings } from "./ai-settings.tsx";
import { FieldSetting } from "./field-setting.tsx";
import { instanceStrings as strings } from "./strings.ts";
import type { SaveSetting, Settings } from "./use-settings.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const spaceCreators = ["ADMINISTRATORS", "EVERYBODY"] as const;

/** Row of one setting, or of a few that belong together. */
interface FoundRow {
  /** Its label, and the other texts that are searched. */
  readonly words: readonly [label: string, ...others: string[]];
  readonly row: ReactNode;
}

/** Returns the rows of all settings in their order. */
export function settingRows(settings: Settings, save: SaveSetting): readonly FoundRow[] {
  const { generalSetting, memoSetting, storageSetting, webhooksSetting, aiSetting } = settings;
  const { text, flag, days, limit, size } = kindsOfRows(settings, save);
  return [
    text("title", strings.titleHelp),
    text("description", strings.descriptionHelp),
    flag("allowSignUp", strings.allowSignUpHelp),
    flag("publicAccess", strings.publicAccessHelp),
    flag("allowIndexing", strings.allowIndexingHelp),
    {
      words: [strings.embedOrigins, strings.embedOriginsHelp],
      row: (
        <FieldSetting
          label={strings.embedOrigins}
          help={strings.embedOriginsHelp}
          canBeBlank
          value={(generalSetting?.embedOrigins ?? []).join(" ")}
          save={(value) => save("GENERAL", "embedOrigins", originsIn(value), strings.embedOrigins)}
        />
      ),
    },
    flag("disablePasswordLogin", strings.disablePasswordLoginHelp),
    {
      words: [strings.spaceCreation, ...Object.values(strings.spaceCreators)],
      row: (
        <ChoiceRow
          label={strings.spaceCreation}
          chosen={generalSetting?.spaceCreation ?? "ADMINISTRATORS"}
          choices={spaceCreators.map((key) => ({ key, label: strings.spaceCreators[key] }))}
          choose={(who) => void save("GENERAL", "spaceCreation", who, strings.spaceCreation)}
        />
      ),
    },
    days("trashRetentionDays", strings.trashRetentionDaysHelp),
    days("revisionRetentionDays", strings.revisionRetentionDaysHelp),
    size("MEMO", "contentLengthLimitBytes", memoSetting?.contentLengthLimitBytes, kibibyte),
    size("STORAGE", "uploadSizeLimitBytes", storageSetting?.uploadSizeLimitBytes, mebibyte),
    size(
      "STORAGE",
      "quotaBytesPerUser",
      storageSetting?.quotaBytesPerUser,
      mebibyte,
      strings.quotaBytesPerUserHelp,
    ),
    limit("requestsPerHour", strings.requestsPerHourHelp),
    limit("anonymousRequestsPerHour", strings.anonymousRequestsPerHourHelp),
    {
      words: [strings.allowPrivateTargets, strings.allowPrivateTargetsHelp],
      row: (
        <SwitchRow
          label={strings.allowPrivateTargets}
          help={strings.allowPrivateTargetsHelp}
          isOn={webhooksSetting?.allowPrivateTargets ?? false}
          set={(isOn) =>
            void save("WEBHOOKS", "allowPrivateTargets", isOn, strings.allowPrivateTargets)
          }
        />
      ),
    },
    {
      words: [strings.aiAddress, strings.aiModel, strings.aiKey, strings.aiTest],
      row: <AiSettings setting={aiSetting} save={save} />,
    },
  ];
}

/** Returns the addresses in a text as origins. The server refuses what isn't one. */
function originsIn(text: string): string[] {
  const addresses = text.split(/[\s,]+/).filter((address) => address !== "");
  return addresses.map((address) => address.replace(/\/$/, "").toLowerCase());
}

/** Returns functions that make the rows of one kind of setting each. */
function kindsOfRows({ generalSetting, memoSetting, limitsSetting }: Settings, save: SaveSetting) {
  const text = (field: "title" | "description", help: string): FoundRow => ({
    words: [strings[field], help],
    row: (
      <FieldSetting
        label={strings[field]}
        help={help}
        value={generalSetting?.[field] ?? ""}
        canBeBlank={field === "description"}
        save={(value) => save("GENERAL", field, value, strings[field])}
      />
    ),
  });
  const flag = (
    field: "allowSignUp" | "publicAccess" | "allowIndexing" | "disablePasswordLogin",
    help: string,
  ): FoundRow => ({
    words: [strings[field], help],
    row: (
      <SwitchRow
        label={strings[field]}
        help={help}
        isOn={generalSetting?.[field] ?? false}
        set={(isOn) => void save("GENERAL", field, isOn, strings[field])}
      />
    ),
  });
  const days = (field: "trashRetentionDays" | "revisionRetentionDays", help: string): FoundRow => ({
    words: [strings[field], help],
    row: (
      <FieldSetting
        label={strings[field]}
        help={help}
        isNumber
        value={String(memoSetting?.[field] ?? "")}
        save={(value) => save("MEMO", field, Number(value), strings[field])}
      />
    ),
  });
  const limit = (
    field: "requestsPerHour" | "anonymousRequestsPerHour",
    help: string,
  ): FoundRow => ({
    words: [strings[field], help],
    row: (
      <FieldSetting
        label={strings[field]}
        help={help}
        isNumber
        canBeBlank
        value={String(limitsSetting?.[field] ?? "")}
        save={(value) => save("LIMITS", field, value === "" ? null : Number(value), strings[field])}
      />
    ),
  });
  /** A size in bytes, shown in whole units. */
  const size = (
    key: "MEMO" | "STORAGE",
    field: "contentLengthLimitBytes" | "uploadSizeLimitBytes" | "quotaBytesPerUser",
    bytes: number | undefined,
    unit: number,
    help?: string,
  ): FoundRow => ({
    words: [strings[field], ...(help === undefined ? [] : [help])],
    row: (
      <FieldSetting
        label={strings[field]}
        {...(help !== undefined && { help })}
        isNumber
        value={String(Math.round((bytes ?? 0) / unit))}
        save={(value) => save(key, field, Number(value) * unit, strings[field])}
      />
    ),
  });
  return { text, flag, days, limit, size };
}
