import { useLanguage } from "../../language/language.ts";
import { ChoiceRow } from "../../settings/choice-row.tsx";
import { SwitchRow } from "../../settings/switch-row.tsx";
import { Loaded } from "../loaded.tsx";
import { AiSettings } from "./ai-settings.tsx";
import { FieldSetting } from "./field-setting.tsx";
import { instanceStrings as strings } from "./strings.ts";
import { useSettings } from "./use-settings.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const spaceCreators = ["ADMINISTRATORS", "EVERYBODY"] as const;

/** Settings of the instance. Each is saved alone as it is changed. */
export function InstanceSettings() {
  useLanguage();
  const { query, save } = useSettings();
  return (
    <Loaded query={query}>
      {({
        generalSetting,
        memoSetting,
        storageSetting,
        limitsSetting,
        webhooksSetting,
        aiSetting,
      }) => {
        const text = (field: "title" | "description", help: string) => (
          <FieldSetting
            label={strings[field]}
            help={help}
            value={generalSetting?.[field] ?? ""}
            canBeBlank={field === "description"}
            save={(value) => save("GENERAL", field, value, strings[field])}
          />
        );
        const flag = (
          field: "allowSignUp" | "publicAccess" | "disablePasswordLogin",
          help: string,
        ) => (
          <SwitchRow
            label={strings[field]}
            help={help}
            isOn={generalSetting?.[field] ?? false}
            set={(isOn) => void save("GENERAL", field, isOn, strings[field])}
          />
        );
        const days = (field: "trashRetentionDays" | "revisionRetentionDays", help: string) => (
          <FieldSetting
            label={strings[field]}
            help={help}
            isNumber
            value={String(memoSetting?.[field] ?? "")}
            save={(value) => save("MEMO", field, Number(value), strings[field])}
          />
        );
        const limit = (field: "requestsPerHour" | "anonymousRequestsPerHour", help: string) => (
          <FieldSetting
            label={strings[field]}
            help={help}
            isNumber
            canBeBlank
            value={String(limitsSetting?.[field] ?? "")}
            save={(value) =>
              save("LIMITS", field, value === "" ? null : Number(value), strings[field])
            }
          />
        );
        return (
          <>
            {text("title", strings.titleHelp)}
            {text("description", strings.descriptionHelp)}
            {flag("allowSignUp", strings.allowSignUpHelp)}
            {flag("publicAccess", strings.publicAccessHelp)}
            {flag("disablePasswordLogin", strings.disablePasswordLoginHelp)}
            <ChoiceRow
              label={strings.spaceCreation}
              chosen={generalSetting?.spaceCreation ?? "ADMINISTRATORS"}
              choices={spaceCreators.map((key) => ({ key, label: strings.spaceCreators[key] }))}
              choose={(who) => void save("GENERAL", "spaceCreation", who, strings.spaceCreation)}
            />
            {days("trashRetentionDays", strings.trashRetentionDaysHelp)}
            {days("revisionRetentionDays", strings.revisionRetentionDaysHelp)}
            <SizeSetting
              label={strings.contentLengthLimitBytes}
              unit={kibibyte}
              bytes={memoSetting?.contentLengthLimitBytes ?? 0}
              save={(bytes) =>
                save("MEMO", "contentLengthLimitBytes", bytes, strings.contentLengthLimitBytes)
              }
            />
            <SizeSetting
              label={strings.uploadSizeLimitBytes}
              unit={mebibyte}
              bytes={storageSetting?.uploadSizeLimitBytes ?? 0}
              save={(bytes) =>
                save("STORAGE", "uploadSizeLimitBytes", bytes, strings.uploadSizeLimitBytes)
              }
            />
            <SizeSetting
              label={strings.quotaBytesPerUser}
              help={strings.quotaBytesPerUserHelp}
              unit={mebibyte}
              bytes={storageSetting?.quotaBytesPerUser ?? 0}
              save={(bytes) =>
                save("STORAGE", "quotaBytesPerUser", bytes, strings.quotaBytesPerUser)
              }
            />
            {limit("requestsPerHour", strings.requestsPerHourHelp)}
            {limit("anonymousRequestsPerHour", strings.anonymousRequestsPerHourHelp)}
            <SwitchRow
              label={strings.allowPrivateTargets}
              help={strings.allowPrivateTargetsHelp}
              isOn={webhooksSetting?.allowPrivateTargets ?? false}
              set={(isOn) =>
                void save("WEBHOOKS", "allowPrivateTargets", isOn, strings.allowPrivateTargets)
              }
            />
            <AiSettings setting={aiSetting} save={save} />
          </>
        );
      }}
    </Loaded>
  );
}

/** Setting of a size in bytes, shown in whole units. */
function SizeSetting(props: {
  readonly label: string;
  readonly help?: string;
  readonly unit: number;
  readonly bytes: number;
  save(bytes: number): Promise<boolean>;
}) {
  const { label, help, unit, bytes, save } = props;
  return (
    <FieldSetting
      label={label}
      {...(help !== undefined && { help })}
      isNumber
      value={String(Math.round(bytes / unit))}
      save={(value) => save(Number(value) * unit)}
    />
  );
}
