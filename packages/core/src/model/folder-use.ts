/** Uses of the folder of an imported note: a tag, the first line below its title, or nothing. */
export const folderUses = ["tags", "line", "none"] as const;

export type FolderUse = (typeof folderUses)[number];
