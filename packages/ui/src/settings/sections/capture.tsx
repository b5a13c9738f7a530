import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import type { ShellState } from "../../shell/shell-port.ts";
import { askShell, useShell } from "../../shell/shell.ts";
import { ChoiceRow } from "../choice-row.tsx";
import { acceleratorOf, keysInWords } from "../keys/accelerator.ts";
import { SettingRow } from "../setting-row.tsx";
import { shellStrings } from "../shell-strings.ts";
import { SwitchRow } from "../switch-row.tsx";

const usualKeys = "CommandOrControl+Shift+Space";
const closingChoices = ["ask", "tray", "quit"] as const;

/** Setting of the desktop window; disabled in a browser. */
function OfWindow(props: {
  readonly title: string;
  readonly children: (state: ShellState) => ReactNode;
}) {
  useLanguage();
  const state = useShell((shell) => shell.state);
  if (state !== null) return props.children(state);
  return (
    <SettingRow title={props.title} isOff>
      <p>{shellStrings.onlyDesktop}</p>
    </SettingRow>
  );
}

export function CaptureKeys() {
  useLanguage();
  return <OfWindow title={shellStrings.keys}>{(state) => <KeysRow state={state} />}</OfWindow>;
}

function KeysRow({ state: { settings, shortcut, platform } }: { readonly state: ShellState }) {
  useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [isBare, setIsBare] = useState(false);
  const helpId = useId();
  const isMac = platform === "mac";
  const keys = settings.shortcut;
  const words = keys === null ? shellStrings.noKeys : keysInWords(keys, isMac);
  const help = {
    off: shellStrings.keysHelp,
    on: shellStrings.keysHelp,
    taken: shellStrings.taken(words),
    unsure: shellStrings.unsure,
  }[shortcut.state];
  const change = useRef<HTMLButtonElement>(null);
  const end = (): void => {
    // The focused field is about to be removed.
    if (isAsking) requestAnimationFrame(() => change.current?.focus());
    setIsAsking(false);
    setIsBare(false);
  };
  const use = (chosen: string | null): void => {
    askShell({ type: "set", settings: { shortcut: chosen } });
    end();
    if (chosen === null) return;
    useFeedback.getState().announce(shellStrings.changed(keysInWords(chosen, isMac)));
  };
  return (
    <SettingRow
      title={shellStrings.keys}
      help={isBare ? shellStrings.needsModifier : help}
      helpId={helpId}
    >
      {isAsking ? (
        <KeysField
          isMac={isMac}
          helpId={helpId}
          choose={use}
          refuse={() => {
            setIsBare(true);
            useFeedback.getState().announce(shellStrings.needsModifier);
          }}
          cancel={end}
        />
      ) : (
        <>
          <kbd className="rounded-[4px] border border-border bg-sunken px-1.5 font-sans text-meta text-text-2">
            {words}
          </kbd>
          <button ref={change} type="button" className="button" onClick={() => setIsAsking(true)}>
            {shellStrings.change}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => use(keys === null ? usualKeys : null)}
          >
            {keys === null ? shellStrings.turnOn : shellStrings.turnOff}
          </button>
        </>
      )}
    </SettingRow>
  );
}

interface KeysFieldProps {
  readonly isMac: boolean;
  /** Id of the element that describes the keys. */
  readonly helpId: string;
  choose(keys: string): void;
  /** Called for keys without a modifier. */
  refuse(): void;
  cancel(): void;
}

/** Field that records the next key combination. */
function KeysField({ isMac, helpId, choose, refuse, cancel }: KeysFieldProps) {
  useLanguage();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <input
        ref={field}
        type="text"
        readOnly
        className="field w-56 max-w-full"
        aria-label={shellStrings.pressKeys}
        aria-describedby={helpId}
        placeholder={shellStrings.pressKeys}
        onKeyDown={(event) => {
          // Tab must still leave the field.
          if (event.key === "Tab") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") return cancel();
          const keys = acceleratorOf(event.nativeEvent, isMac);
          if (keys === "") refuse();
          else if (keys !== null) choose(keys);
        }}
      />
      <button type="button" className="button" onClick={cancel}>
        {shellStrings.cancel}
      </button>
    </>
  );
}

export function TryKeys() {
  useLanguage();
  return <OfWindow title={shellStrings.tryKeys}>{(state) => <TryRow state={state} />}</OfWindow>;
}

function TryRow({ state: { settings, shortcut, platform } }: { readonly state: ShellState }) {
  useLanguage();
  const [isTrying, setIsTrying] = useState(false);
  useEffect(() => {
    if (!isTrying) return;
    askShell({ type: "try-shortcut", isOn: true });
    return () => askShell({ type: "try-shortcut", isOn: false });
  }, [isTrying, settings.shortcut]);
  const isOff = settings.shortcut === null;
  const keys = keysInWords(settings.shortcut ?? "", platform === "mac");
  const said = isOff
    ? shellStrings.tryOff
    : !isTrying
      ? ""
      : shortcut.presses === 0
        ? shellStrings.tryWaiting(keys)
        : shellStrings.tryArrived;
  return (
    <SettingRow title={shellStrings.tryKeys} help={shellStrings.tryHelp} isOff={isOff}>
      <p role="status">{said}</p>
      {!isOff && (
        <button
          type="button"
          className="button"
          aria-pressed={isTrying}
          onClick={() => setIsTrying(!isTrying)}
        >
          {isTrying ? shellStrings.tryEnd : shellStrings.tryBegin}
        </button>
      )}
    </SettingRow>
  );
}

export function Closing() {
  useLanguage();
  return (
    <OfWindow title={shellStrings.closing}>
      {({ platform, hasTray, settings }) =>
        platform === "mac" || !hasTray ? (
          <SettingRow
            title={shellStrings.closing}
            help={platform === "mac" ? shellStrings.closingMac : shellStrings.noTray}
            isOff
          />
        ) : (
          <ChoiceRow
            label={shellStrings.closing}
            help={shellStrings.closingHelp}
            chosen={settings.closing}
            choices={closingChoices.map((key) => ({ key, label: shellStrings.closings[key] }))}
            choose={(closing) => askShell({ type: "set", settings: { closing } })}
          />
        )
      }
    </OfWindow>
  );
}

export function Autostart() {
  useLanguage();
  return (
    <OfWindow title={shellStrings.autostart}>
      {({ startsAtLogin }) =>
        startsAtLogin === null ? (
          <SettingRow title={shellStrings.autostart} isOff>
            <p>{shellStrings.noAutostart}</p>
          </SettingRow>
        ) : (
          <SwitchRow
            label={shellStrings.autostart}
            help={shellStrings.autostartHelp}
            isOn={startsAtLogin}
            set={(isOn) => askShell({ type: "start-at-login", isOn })}
          />
        )
      }
    </OfWindow>
  );
}
