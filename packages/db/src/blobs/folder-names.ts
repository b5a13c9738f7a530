/** Names of everything that the app and the server create at the top of a data folder. */
const ownName = new RegExp(
  `^(?:${[
    // Includes the files beside them: logs, copies, partial copies.
    String.raw`tidemark\.(?:db|pid|lock|version|browser|sock)(?:[.-].*)?`,
    String.raw`(?:secret\.key|head-seq\.json|moved\.json|browser-sessions\.json)(?:\..*)?`,
    "blobs|uploads|thumbnails|backups|logs|window|import-staging|page-builds",
    "replaced-.+",
  ].join("|")})$`,
);

/** Names that file systems, storage boxes and file managers create in any folder. */
const systemName =
  /^(?:lost\+found|\.snapshots?|@eaDir|@tmp|#recycle|\.DS_Store|\._.*|\.Trash-\d+|\.localized|\.nfs[0-9a-f]+|\.fuse_hidden.*|aquota\.(?:user|group)|System Volume Information|desktop\.ini|Thumbs\.db)$/;

/** Returns whether Tidemark creates files or folders of this name at the top of a data folder. */
export function isOwnName(name: string): boolean {
  return ownName.test(name);
}

/**
 * Returns whether the name belongs to the operating or storage system, which is no sign that the folder is in
 * use.
 */
export function isSystemName(name: string): boolean {
  return systemName.test(name);
}
