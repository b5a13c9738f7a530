/** Days in the trash before a memo goes for good, unless an instance says otherwise. */
export const defaultTrashDays = 30;
