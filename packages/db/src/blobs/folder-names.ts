/** The names of everything that either program makes at the top of a data folder. */
const ownName = new RegExp(
  `^(?:${[
    // With what is written beside them: logs, copies, unfinished ones.
    String.raw`tidemark\.(?:db|pid|lock|version|browser)(?:[.-].*)?`,
    String.raw`(?:secret\.key|head-seq\.json|moved\.json|browser-sessions\.json)(?:\..*)?`,
    "blobs|uploads|thumbnails|backups|logs|window|import-staging",
    "replaced-.+",
  ].join("|")})$`,
);

/** What file systems, storage boxes and file managers put into any folder. */
const systemName =
  /^(?:lost\+found|\.snapshots?|@eaDir|@tmp|#recycle|\.DS_Store|\._.*|\.Trash-\d+|\.localized|\.nfs[0-9a-f]+|\.fuse_hidden.*|aquota\.(?:user|group)|System Volume Information|desktop\.ini|Thumbs\.db)$/;

/** Whether a file or folder at the top of a data folder is one that Tidemark makes. */
export function isOwnName(name: string): boolean {
  return ownName.test(name);
}

/** Whether a file or folder belongs to the system that keeps the folder, and says nothing of its use. */
export function isSystemName(name: string): boolean {
  return systemName.test(name);
}
