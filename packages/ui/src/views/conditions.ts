import { wordsToFilter } from "@tidemark/core/filter";
import { normaliseText } from "@tidemark/core/markdown";

/** Kind of a condition's value. */
export type ConditionValue = "none" | "tag" | "text" | "days" | "date" | "has" | "visibility";

/** Ten common conditions with their kinds of value. */
export const conditions = {
  hasTag: "tag",
  hasNoTag: "none",
  contains: "text",
  containsNot: "text",
  has: "has",
  isPinned: "none",
  visibleTo: "visibility",
  writtenWithin: "days",
  writtenBefore: "date",
  editedWithin: "days",
} as const satisfies Record<string, ConditionValue>;

export type ConditionName = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as readonly ConditionName[];

export const hasChoices = ["open", "task", "link", "code", "place"] as const;
export const visibilityChoices = ["private", "protected", "public", "space"] as const;

/** Returns the CEL of a condition; null if its value is empty or invalid. */
export function conditionToCel(name: ConditionName, value: string): string | null {
  // Normalised like stored texts; otherwise it would match nothing (M1).
  const given = normaliseText(value).trim();
  if (conditions[name] !== "none" && given === "") return null;
  switch (name) {
    case "hasTag": {
      const tag = given.replace(/^#/, "").replace(/\/\*?$/, "");
      return tag === "" ? null : `tag in [${JSON.stringify(tag)}]`;
    }
    case "hasNoTag":
      return "size(tags) == 0";
    case "contains":
      return textCel(given);
    case "containsNot":
      return `!${textCel(given)}`;
    case "has":
      return wordCel(`has:${given}`);
    case "isPinned":
      return "pinned";
    case "visibleTo":
      return wordCel(`is:${given}`);
    case "writtenWithin":
      return daysCel("created_ts", given);
    case "editedWithin":
      return daysCel("updated_ts", given);
    case "writtenBefore":
      return /^\d{4}-\d{2}-\d{2}$/.test(given) ? wordCel(`before:${given}`) : null;
  }
}

function textCel(text: string): string {
  return `content.finds(${JSON.stringify(text)})`;
}

/** Returns the CEL that the search generates for a word, to define its meaning once; null for plain text. */
function wordCel(word: string): string | null {
  const { cel } = wordsToFilter(word);
  return cel === "" || cel.startsWith("content.") ? null : cel;
}

const maxDays = 36_500;

function daysCel(field: string, given: string): string | null {
  const days = Number(given);
  if (!Number.isInteger(days) || days < 1 || days > maxDays) return null;
  return `${field} >= now - duration("${days * 24}h")`;
}

/** Returns a filter with one more condition, joined by "and" or "or". */
export function withCondition(filter: string, condition: string, joint: "all" | "any"): string {
  const before = filter.trim();
  if (before === "") return condition;
  if (joint === "all") return `${wrapped(before, "||", "?")} && ${condition}`;
  return `${wrapped(before, "?")} || ${condition}`;
}

/** Adds brackets if the filter contains a weaker operator, even inside a string. */
function wrapped(filter: string, ...weaker: readonly string[]): string {
  return weaker.some((each) => filter.includes(each)) ? `(${filter})` : filter;
}

/** Templates for new views. */
export const viewTemplates = {
  untagged: { filter: "size(tags) == 0", icon: { lucide: "hash" } },
  openTasks: { filter: "has_incomplete_tasks", icon: { lucide: "circle-check" } },
  thisWeek: { filter: 'created_ts >= now - duration("168h")', icon: { lucide: "calendar" } },
  withPlace: { filter: "has_location", icon: { lucide: "map-pin" } },
  public: { filter: 'visibility == "PUBLIC"', icon: { lucide: "globe" } },
} as const;

export type TemplateName = keyof typeof viewTemplates;
export const templateNames = Object.keys(viewTemplates) as readonly TemplateName[];
