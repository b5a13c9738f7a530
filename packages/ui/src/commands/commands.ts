/**
 * Every command, by the place in which its keys act. The handlers of keys, the sheet of shortcuts,
 * docs/keyboard.md, the palette and the menus are made from this table. It imports nothing, because the
 * native menu of a window reads it too.
 *
 * A key is written as it is shown: `Ctrl` also means Cmd, `g t` is two keys one after the other, and
 * `1…9` is one key for each digit. A command without keys is run from menus.
 */
export const keysOf = {
  anywhere: {
    newMemo: ["Ctrl+N"],
    savedViews: ["Ctrl+1…9"],
    today: ["Ctrl+D"],
    palette: ["Ctrl+P", "Ctrl+K"],
    commands: ["Ctrl+Shift+P"],
    search: ["Ctrl+F"],
    undo: ["Ctrl+Z"],
    sync: ["Ctrl+Shift+S"],
    sidebar: ["Ctrl+\\"],
    density: ["Ctrl+Shift+1…3"],
    panel: ["Ctrl+Shift+\\"],
    region: ["F6"],
    regionBefore: ["Shift+F6"],
    blurAll: ["Ctrl+Shift+H"],
    print: ["Ctrl+Alt+P"],
    settings: ["Ctrl+,"],
    sheet: ["Ctrl+/"],
    random: [],
    toDate: [],
    year: [],
    syncDetails: [],
    connect: [],
    import: [],
    exportAll: [],
    performance: [],
  },
  inList: {
    next: ["j", "↓", "PgDn"],
    previous: ["k", "↑", "PgUp"],
    beside: ["←", "→"],
    open: ["Enter"],
    edit: ["e"],
    whole: ["o"],
    pin: ["p"],
    archive: ["a"],
    tags: ["t"],
    visibility: ["v"],
    comment: ["c"],
    react: ["r"],
    linkMemo: ["l"],
    share: ["s"],
    copyAddress: ["y"],
    copyMarkdown: ["Shift+Y"],
    trash: ["Del"],
    select: ["x"],
    extend: ["Shift+↓", "Shift+↑"],
    selectAll: ["Ctrl+A"],
    unselect: ["Esc"],
  },
  inTasks: {
    nextTask: ["j", "↓"],
    previousTask: ["k", "↑"],
    switchTask: ["Space"],
    openTask: ["Enter", "o"],
    editTask: ["e"],
  },
  inLibrary: {
    nextFile: ["j", "↓"],
    previousFile: ["k", "↑"],
    fileBeside: ["←", "→"],
  },
  inInbox: {
    nextNews: ["j", "↓", "PgDn"],
    previousNews: ["k", "↑", "PgUp"],
    openNews: ["Enter"],
    markNews: ["u"],
    removeNews: ["Del"],
  },
  everyList: {
    undo: ["z"],
    search: ["/"],
    toTimeline: ["g t"],
    toTasks: ["g k"],
    toLibrary: ["g l"],
    toExplore: ["g e"],
    toInbox: ["g i"],
    toArchive: ["g a"],
    toTrash: ["g x"],
    toDate: ["g d"],
    year: ["g y"],
    random: ["Shift+R"],
    leave: ["Ctrl+Home", "Ctrl+End"],
    sheet: ["?"],
  },
  /** Keys that enter a list while nothing has the focus. */
  fromNowhere: {
    next: ["j"],
    previous: ["k"],
  },
  onPage: {
    newer: ["["],
    older: ["]"],
    edit: ["e"],
    pin: ["p"],
    archive: ["a"],
    tags: ["t"],
    visibility: ["v"],
    comment: ["c"],
    react: ["r"],
    linkMemo: ["l"],
    share: ["s"],
    copyAddress: ["y"],
    copyMarkdown: ["Shift+Y"],
    trash: ["Del"],
    random: ["Shift+R"],
    undo: ["z"],
  },
  inPalette: {
    goThere: ["Enter"],
    openInPanel: ["Ctrl+Enter"],
    openEditor: ["Shift+Enter"],
    narrow: ["Tab"],
  },
  inPanel: {
    open: ["Enter"],
    closePanel: ["Esc"],
  },
  /** Keys in any text that is being written. */
  whileWriting: {
    save: ["Ctrl+Enter"],
    leaveEditor: ["Esc"],
  },
  focusing: {
    focusMode: ["Ctrl+Shift+F"],
  },
  formatting: {
    bold: ["Ctrl+B"],
    italic: ["Ctrl+I"],
    strike: ["Ctrl+Shift+X"],
    code: ["Ctrl+E"],
    link: ["Ctrl+K"],
    heading: ["Ctrl+Alt+1…3"],
    numbers: ["Ctrl+Shift+7"],
    bullets: ["Ctrl+Shift+8"],
    task: ["Ctrl+Shift+9"],
    quote: ["Ctrl+Shift+B"],
  },
  /** Commands that need the grammar, which is loaded later. */
  inMarkdown: {
    switchTask: ["Ctrl+L"],
    table: ["Ctrl+Shift+L"],
    openLink: ["Alt+Enter"],
    livePreview: ["Ctrl+Shift+E"],
  },
  /** Text, or keys that the browser handles. */
  asText: {
    insert: ["/"],
    memoLink: ["[["],
    emoji: [":"],
    pastePlain: ["Ctrl+Shift+V"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type Scope = keyof typeof keysOf;

/** Ids of the commands of a scope, or of several. */
export type CommandIn<S extends Scope> = S extends Scope ? keyof (typeof keysOf)[S] : never;
export type CommandId = CommandIn<Scope>;

/** Returns the commands of scopes, each with its keys as they are shown. */
export function commandsIn(
  scopes: readonly Scope[],
): readonly (readonly [id: CommandId, keys: readonly string[]])[] {
  return scopes.flatMap(
    (scope) =>
      // `Object.entries` loses the type of the keys.
      Object.entries(keysOf[scope]) as [CommandId, readonly string[]][],
  );
}

const sections = [
  ["anywhere", ["anywhere"]],
  ["inList", ["inList"]],
  ["inTasks", ["inTasks"]],
  ["inLibrary", ["inLibrary"]],
  ["inInbox", ["inInbox"]],
  ["everyList", ["everyList"]],
  ["onPage", ["onPage"]],
  ["inPalette", ["inPalette"]],
  ["inPanel", ["inPanel"]],
  ["whileWriting", ["whileWriting", "focusing", "formatting", "inMarkdown", "asText"]],
] as const satisfies readonly (readonly [title: Scope, scopes: readonly Scope[]])[];

/** Sections of the shortcut sheet and of docs/keyboard.md, each with its commands that have keys. */
export const shortcutSections = sections.map(([title, scopes]) => ({
  title,
  rows: commandsIn(scopes).filter(([, keys]) => keys.length > 0),
}));

/** Returns true if the keys of a command are text, which is typed as it is on every keyboard. */
export function isTyped(command: CommandId): boolean {
  return command in keysOf.asText && !shownKeys(command).startsWith("Ctrl");
}

/** Returns the first key of a command, in any scope or in one; "" if it has none. */
export function shownKeys(command: CommandId, scope?: Scope): string {
  const all = scope === undefined ? (Object.keys(keysOf) as Scope[]) : [scope];
  return commandsIn(all).find(([id, keys]) => id === command && keys.length > 0)?.[1][0] ?? "";
}

/** Expands ranges of keys: `Ctrl+1…3` to `Ctrl+1`, `Ctrl+2` and `Ctrl+3`. */
export function eachKey(keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const [, held, first, last] = /^(.*)(\d)…(\d)$/.exec(key) ?? [];
    if (held === undefined) return [key];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, at) => `${held}${Number(first) + at}`);
  });
}

/** Returns keys in the notation of assistive technology: `Del` as `Delete`, `Ctrl+N` as `Control+N`. */
export function ariaKeys(keys: string): string {
  return keys.replace("Ctrl", "Control").replace("Del", "Delete");
}
