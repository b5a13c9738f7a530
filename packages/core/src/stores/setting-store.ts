/** What is kept of a user by name and is not theirs to set one by one, such as their picture. */
export interface UserSettingReader {
  get(user: string, key: string): Promise<string | null>;
}

export interface UserSettingStore extends UserSettingReader {
  set(user: string, key: string, value: string): Promise<void>;
  removeByUser(user: string): Promise<void>;
}
