/** What users have set, each key a JSON text. */
export interface UserSettingReader {
  get(user: string, key: string): Promise<string | null>;
}

export interface UserSettingStore extends UserSettingReader {
  set(user: string, key: string, value: string): Promise<void>;
  removeByUser(user: string): Promise<void>;
}
