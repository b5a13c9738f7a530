import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi } from "../../state/ui-state.ts";
import { touchQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { FollowSwitch } from "../../sync/pill/follow-switch.tsx";
import { blurAll, useBlur } from "../../tags/blur.ts";
import { managerStrings } from "../../tags/manager/strings.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";
import { SwitchRow } from "../switch-row.tsx";

/** Spaces in the lists, and a switch for public memos of other users. */
export function Follow() {
  return (
    <div className="setting-block">
      <FollowSwitch />
    </div>
  );
}

export function BlurAll() {
  useLanguage();
  const isAll = useBlur((state) => state.isAll);
  const isTouch = useMediaQuery(touchQuery);
  return (
    <SwitchRow
      label={managerStrings.blurAll}
      help={isTouch ? managerStrings.blurAllHelpOnTouch : managerStrings.blurAllHelp}
      isOn={isAll}
      set={blurAll}
    />
  );
}

export function TagLooks() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.tagLooks} help={settingsStrings.tagLooksHelp}>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => setUi({ tagManager: { tag: null, act: null } })}
      >
        {settingsStrings.manageTags}
      </button>
    </SettingRow>
  );
}

/** List of saved views to edit, and a button for a new one. */
export function OwnViews() {
  useLanguage();
  const views = useViews().data ?? [];
  return (
    <div className="setting-block">
      <h3>{settingsStrings.ownViews}</h3>
      {views.length === 0 ? (
        <p className="setting-help">{settingsStrings.noViews}</p>
      ) : (
        <ul aria-label={settingsStrings.ownViews}>
          {views.map(({ id, title, filter, icon }) => (
            <li key={id} className="flex min-h-9 items-center justify-between gap-2">
              <span className="min-w-0 truncate">{title}</span>
              <button
                type="button"
                className="button"
                aria-haspopup="dialog"
                aria-label={settingsStrings.editView(title)}
                onClick={() => setUi({ editedView: { id, title, filter, icon } })}
              >
                {settingsStrings.edit}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className="button mt-2"
        aria-haspopup="dialog"
        onClick={() => setUi({ editedView: { id: null, title: "", filter: "", icon: null } })}
      >
        {settingsStrings.newView}
      </button>
    </div>
  );
}
