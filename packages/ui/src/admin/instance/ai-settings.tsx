import { useMutation } from "@tanstack/react-query";
import type { InstanceSetting } from "@tidemark/client";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SettingRow } from "../../settings/setting-row.tsx";
import { answerOf, describeProblem, useServer } from "../ask-server.ts";
import { FieldSetting } from "./field-setting.tsx";
import { silentRecording } from "./silent-recording.ts";
import { instanceStrings as strings } from "./strings.ts";
import type { SaveSetting } from "./use-settings.ts";

interface AiSettingsProps {
  readonly setting: InstanceSetting["aiSetting"];
  readonly save: SaveSetting;
}

/** Settings of the service that transcribes recordings, with a test. */
export function AiSettings({ setting, save }: AiSettingsProps) {
  useLanguage();
  const { baseUrl = "", model = "" } = setting?.provider ?? {};
  const saveProvider = (changed: object, label: string): Promise<boolean> =>
    save("AI", "provider", { baseUrl, model, ...changed }, label);
  return (
    <>
      <FieldSetting
        label={strings.aiAddress}
        help={strings.aiAddressHelp}
        value={baseUrl}
        canBeBlank
        save={(text) => saveProvider({ baseUrl: text }, strings.aiAddress)}
      />
      <FieldSetting
        label={strings.aiModel}
        value={model}
        canBeBlank
        save={(text) => saveProvider({ model: text }, strings.aiModel)}
      />
      <FieldSetting
        label={strings.aiKey}
        help={strings.aiKeyHelp}
        isSecret
        value=""
        save={(apiKey) => saveProvider({ apiKey }, strings.aiKey)}
      />
      {baseUrl !== "" && <TestRow />}
    </>
  );
}

function TestRow() {
  useLanguage();
  const server = useServer();
  const { say, fail } = useFeedback.getState();
  const test = useMutation({
    mutationFn: () =>
      answerOf(server.call("POST /api/v1/ai:transcribe", { body: { audio: silentRecording() } })),
    onSuccess: () => say(strings.aiWorks),
    onError: (error) => fail(strings.aiFails(describeProblem(error))),
  });
  return (
    <SettingRow title={strings.aiTest} help={strings.aiTestHelp}>
      <button
        type="button"
        className="button"
        aria-busy={test.isPending}
        onClick={() => {
          if (!test.isPending) test.mutate();
        }}
      >
        {strings.aiTestNow}
      </button>
    </SettingRow>
  );
}
