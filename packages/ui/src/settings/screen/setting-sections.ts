import {
  Archive,
  ArchiveRestore,
  CloudCheck,
  GalleryVerticalEnd,
  Gauge,
  Hash,
  Image,
  Keyboard,
  Languages,
  Laptop,
  ListFilter,
  Lock,
  Plug,
  SlidersHorizontal,
  SquarePen,
  UserRound,
  Zap,
} from "lucide-react";
import { syncStrings } from "../../sync/strings.ts";
import { detailStrings } from "../../sync/details/strings.ts";
import { safetyStrings } from "../../safety/strings.ts";
import { managerStrings } from "../../tags/manager/strings.ts";
import { transferStrings } from "../../transfer/strings.ts";
import { choiceStrings } from "../choice-strings.ts";
import { AddDevice } from "../pairing/add-device.tsx";
import { pairingStrings } from "../pairing/strings.ts";
import {
  AccessTokens,
  Assistants,
  programStrings,
  Transcription,
  Webhooks,
} from "../programs/index.ts";
import { Licence, Report, Speed, Updates, Version } from "../sections/about.tsx";
import { Account, Administration } from "../sections/account.tsx";
import {
  Face,
  Language,
  ListColumns,
  ListDensity,
  Motion,
  TextSize,
  Theme,
} from "../sections/appearance.tsx";
import { BackupFolder, Backups, BackupSchedule, LastBackup, Safety } from "../sections/backups.tsx";
import { Autostart, CaptureKeys, Closing, TryKeys } from "../sections/capture.tsx";
import { DeviceName } from "../sections/device-name.tsx";
import { Carets, Devices, OnRevoked } from "../sections/devices.tsx";
import { Editing, LineBreaks } from "../sections/editor.tsx";
import { LibraryLink, StoredFiles } from "../sections/files.tsx";
import { BlurAll, Follow, OwnViews, TagLooks } from "../sections/lists.tsx";
import { Asked, Images, LinkPreviews, ServerKey } from "../sections/privacy.tsx";
import { KeyList, SingleKeys } from "../sections/shortcuts.tsx";
import { Log, SyncState, WaitingChanges } from "../sections/sync.tsx";
import { Exporting, Imported, Importing } from "../sections/transfer.tsx";
import { shellStrings } from "../shell-strings.ts";
import { settingsStrings } from "../strings.ts";
import { setting, type SettingSection } from "./setting.ts";

const server = { needsServer: true };
const ofWindow = { part: "window" } as const;
const ofTransfer = { part: "transfer" } as const;
/** Settings of a copy that stays on the device. */
const ofCopy = { ...server, part: "copy" } as const;
const ofBackups = { part: "backups" } as const;
const deviceName = setting("deviceName", () => settingsStrings.deviceName, DeviceName);

/** All sections in their order, with their settings. */
export const settingSections: readonly SettingSection[] = [
  {
    id: "account",
    icon: UserRound,
    settings: [
      deviceName,
      setting("account", () => settingsStrings.account, Account),
      setting("administration", () => settingsStrings.administration, Administration, {
        part: "administration",
      }),
    ],
  },
  {
    id: "appearance",
    icon: SlidersHorizontal,
    settings: [
      setting("theme", () => choiceStrings.theme, Theme),
      setting("textSize", () => settingsStrings.textSize, TextSize),
      setting("face", () => settingsStrings.face, Face),
      setting("density", () => settingsStrings.density, ListDensity),
      setting("columns", () => settingsStrings.columns, ListColumns),
      setting("motion", () => settingsStrings.motion, Motion),
    ],
  },
  {
    id: "editor",
    icon: SquarePen,
    settings: [
      setting("editing", () => settingsStrings.editing, Editing),
      setting("lineBreaks", () => settingsStrings.lineBreaks, LineBreaks),
      setting("carets", () => detailStrings.showCarets, Carets, server),
      setting("transcription", () => programStrings.transcription, Transcription, server),
    ],
  },
  {
    id: "timeline",
    icon: GalleryVerticalEnd,
    settings: [
      setting("blur", () => managerStrings.blurAll, BlurAll),
      setting("follow", () => syncStrings.followPublic, Follow, ofCopy),
    ],
  },
  {
    id: "tags",
    icon: Hash,
    settings: [setting("tags", () => settingsStrings.tagLooks, TagLooks)],
  },
  {
    id: "views",
    icon: ListFilter,
    settings: [setting("views", () => settingsStrings.ownViews, OwnViews)],
  },
  {
    id: "shortcuts",
    icon: Keyboard,
    settings: [
      setting("singleKeys", () => settingsStrings.singleKeys, SingleKeys),
      setting("keyList", () => settingsStrings.keyList, KeyList),
    ],
  },
  {
    id: "capture",
    icon: Zap,
    settings: [
      setting("captureKeys", () => shellStrings.keys, CaptureKeys, ofWindow),
      setting("tryKeys", () => shellStrings.tryKeys, TryKeys, ofWindow),
      setting("closing", () => shellStrings.closing, Closing, ofWindow),
      setting("autostart", () => shellStrings.autostart, Autostart, ofWindow),
    ],
  },
  {
    id: "files",
    icon: Image,
    settings: [
      setting("library", () => settingsStrings.library, LibraryLink),
      setting("fileStorage", () => settingsStrings.fileStorage, StoredFiles, ofCopy),
    ],
  },
  {
    id: "sync",
    icon: CloudCheck,
    settings: [
      setting("syncState", () => settingsStrings.syncState, SyncState),
      setting("waiting", () => settingsStrings.waitingChanges, WaitingChanges),
      setting("syncLog", () => settingsStrings.syncLog, Log, server),
    ],
  },
  {
    id: "privacy",
    icon: Lock,
    settings: [
      setting("images", () => settingsStrings.images, Images),
      setting("linkPreviews", () => settingsStrings.linkPreviews, LinkPreviews),
      setting("serverKey", () => shellStrings.serverKey, ServerKey, { ...server, ...ofWindow }),
      setting("asked", () => settingsStrings.asked, Asked),
    ],
  },
  {
    id: "devices",
    icon: Laptop,
    settings: [
      deviceName,
      setting("devices", () => settingsStrings.devices, Devices, server),
      setting("addDevice", () => pairingStrings.title, AddDevice, server),
      setting("onRevoked", () => syncStrings.onRevoked, OnRevoked, ofCopy),
    ],
  },
  {
    id: "programs",
    icon: Plug,
    settings: [
      setting("tokens", () => programStrings.tokens, AccessTokens, server),
      setting("assistants", () => programStrings.assistants, Assistants),
      setting("webhooks", () => programStrings.webhooks, Webhooks, server),
    ],
  },
  {
    id: "transfer",
    icon: Archive,
    settings: [
      setting("importing", () => settingsStrings.importing, Importing, ofTransfer),
      setting("exporting", () => settingsStrings.exporting, Exporting, ofTransfer),
      setting("imported", () => transferStrings.earlier, Imported, ofTransfer),
    ],
  },
  {
    id: "backups",
    icon: ArchiveRestore,
    settings: [
      setting("safety", () => safetyStrings.open, Safety, { part: "copy" }),
      setting("lastBackup", () => safetyStrings.backUp, LastBackup, ofBackups),
      setting("backupFolder", () => safetyStrings.folder, BackupFolder, ofBackups),
      setting("backupSchedule", () => safetyStrings.schedule, BackupSchedule, ofBackups),
      setting("backupList", () => safetyStrings.list, Backups, ofBackups),
    ],
  },
  {
    id: "language",
    icon: Languages,
    settings: [setting("language", () => choiceStrings.language, Language)],
  },
  {
    id: "about",
    icon: Gauge,
    settings: [
      setting("version", () => settingsStrings.version, Version),
      setting("updates", () => shellStrings.updates, Updates, ofWindow),
      setting("licence", () => settingsStrings.licence, Licence),
      setting("report", () => settingsStrings.report, Report),
      setting("speed", () => settingsStrings.speed, Speed),
    ],
  },
];
