import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { userStrings as strings } from "./strings.ts";

const roles = ["USER", "ADMIN"] as const;
type Role = (typeof roles)[number];

export interface WantedUser {
  readonly username: string;
  readonly displayName: string;
  readonly password: string;
  readonly role: Role;
}

const blank: WantedUser = { username: "", displayName: "", password: "", role: "USER" };

/** Form that creates an account. */
export function NewUser(props: {
  /** Resolves to false if none was created; the input is then kept. A blank password asks for a link. */
  create(wanted: WantedUser): Promise<boolean>;
}) {
  useLanguage();
  const id = useId();
  const [wanted, setWanted] = useState(blank);
  const [isCreating, setIsCreating] = useState(false);
  const submit = async (): Promise<void> => {
    setIsCreating(true);
    const isCreated = await props.create({ ...wanted, username: wanted.username.trim() });
    setIsCreating(false);
    if (isCreated) setWanted(blank);
  };
  const field = (key: "username" | "displayName" | "password", label: string) => (
    <label htmlFor={`${id}-${key}`}>
      {label}
      <input
        id={`${id}-${key}`}
        className="field"
        required={key === "username"}
        maxLength={256}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={wanted[key]}
        onChange={(event) => setWanted({ ...wanted, [key]: event.target.value })}
      />
    </label>
  );
  return (
    <form
      className="new-there admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCreating) void submit();
      }}
    >
      {field("username", strings.username)}
      {field("displayName", strings.displayName)}
      {field("password", strings.password)}
      <label htmlFor={`${id}-role`}>
        {strings.role}
        <select
          id={`${id}-role`}
          className="share-field"
          value={wanted.role}
          onChange={(event) => setWanted({ ...wanted, role: event.target.value as Role })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {strings.roles[role]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button" aria-busy={isCreating}>
        {strings.create}
      </button>
      <p className="setting-help basis-full">{strings.passwordOrLink}</p>
    </form>
  );
}
