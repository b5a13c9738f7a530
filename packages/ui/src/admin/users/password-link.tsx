import { useId } from "react";
import { copyText } from "../../feedback/copy-text.ts";
import { useLanguage } from "../../language/language.ts";
import { shareStrings } from "../../share/strings.ts";
import { shortMomentLabel } from "../../time/day-label.ts";
import { userStrings as strings } from "./strings.ts";

/** Link with which a user chooses a password. */
export interface CreatedLink {
  readonly username: string;
  readonly link: string;
  readonly expireTime: string;
}

/** Field with such a link, which is shown only once, and a button that copies it. */
export function PasswordLink({ username, link, expireTime }: CreatedLink) {
  useLanguage();
  const id = useId();
  return (
    <div className="new-there admin-form">
      <label htmlFor={id}>
        {strings.linkFor(username)}
        <input
          id={id}
          className="field"
          readOnly
          value={link}
          aria-describedby={`${id}-help`}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" className="button" onClick={() => void copyText(link)}>
        {shareStrings.copy}
      </button>
      <p id={`${id}-help`} className="setting-help basis-full">
        {strings.linkHelp(shortMomentLabel(Date.parse(expireTime)))}
      </p>
    </div>
  );
}
