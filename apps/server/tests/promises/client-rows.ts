import type { CoveragePart, CoverageRow } from "./coverage-row.ts";

// Requirements of real clients, and decisions made by comparison with a memos 0.30 server
// (docs/api-decisions.md §10, §11).

const row = (id: string, says: string, ...tests: string[]): CoverageRow => ({ id, says, tests });
/** Creates a row for a deliberate difference from memos' server. */
const kept = (id: string, says: string, why: string, ...tests: string[]): CoverageRow => ({
  ...row(id, says, ...tests),
  why,
});

const forms = "legacy/forms.test.ts › ";
const wild = "legacy/clients-in-the-wild.test.ts › ";
const again = "memos/memos-begun-again.test.ts › ";
const settings = "users/settings.test.ts › ";
const memos = "memos/memos.test.ts › ";
const older = "legacy/older-form.test.ts › ";

export const clientCoverage: readonly CoveragePart[] = [
  {
    title: "Existing clients",
    rows: [
      row(
        "P-CLIENT-1",
        "The version is that of the API, 0.30.0; ours is `serverVersion`",
        "http/http.test.ts › says what it is to anybody",
      ),
      row(
        "P-CLIENT-2",
        "Times are whole seconds in every answer, rounded down, and stored to the millisecond",
        `${forms}are whole seconds in every answer, rounded down, and kept to the millisecond`,
        `${wild}writes, dates back, edits the whole object, pins, puts away and polls for changes`,
      ),
      row(
        "P-CLIENT-3",
        "A time that is returned as it was served counts as not sent",
        `${forms}that are sent back as they were served keep their milliseconds, and updateTime moves`,
      ),
      row(
        "P-CLIENT-4",
        "Clients that ask for changes since a served time, or compare ETags, miss nothing",
        `${forms}that a client has seen last find everything that changed since`,
        `${forms}say less than an ETag: two states of one second are two states`,
      ),
      row(
        "P-CLIENT-5",
        "Of a key and its alias, the one that differs from the served value counts; if both do, ours",
        `${forms}takes displayTime for createTime, and the one of the two that differs`,
        `${forms}takes resources for attachments, under any name that they have`,
      ),
      row(
        "P-CLIENT-6",
        "A key of the current form makes a list current; `limit` is its `pageSize`, page 1 is ignored",
        `${forms}%s is of the current form, and limit is its pageSize`,
      ),
      row(
        "P-CLIENT-7",
        "`page` over 1, `tag`, `visibility` or `order` beside it are refused, naming the conflict",
        `${forms}%s is refused, naming %s: a condition is never left out`,
      ),
      row(
        "P-CLIENT-8",
        "The token of an older list continues in the older form",
        `${forms}goes on in the older form by an older list's token alone`,
      ),
      row(
        "P-CLIENT-9",
        "`orderBy` accepts `display_time`, `displayTime`, `createTime`, `updateTime`, `…_ts`",
        "memos/order-and-pages.test.ts › stands in the order in which it was made, in every order and at any size",
      ),
      row(
        "P-CLIENT-10",
        "Filters accept epoch seconds for a time, `now()`, `creator_id`; attachment filters `memo_id`",
        "legacy/filters-of-older-clients.test.ts › epoch seconds stand beside created_ts, and pages go on",
        "legacy/filters-of-older-clients.test.ts › are those of the list's other answers, and nobody's id finds nothing",
        "legacy/filters-of-older-clients.test.ts › F17 · attachments by the integer id of their memo",
      ),
      row(
        "P-CLIENT-11",
        "PATCH accepts `rowStatus`, `displayTime` and `resources`, with and without a mask",
        `${forms}takes %j with the mask %j for the state`,
        `${forms}takes displayTime for createTime, and the one of the two that differs`,
        `${forms}takes resources for attachments, under any name that they have`,
        `${wild}puts away by rowStatus, dates by displayTime and hangs resources on, by number throughout`,
      ),
      row(
        "P-CLIENT-12",
        "A PATCH without a writable field is 400",
        `${forms}that names nothing that can be set is 400: %j, mask %j`,
        `${memos}refuses %s`,
      ),
      row(
        "P-CLIENT-13",
        "A comment's visibility is accepted and stays its parent's",
        `${forms}of a comment takes a visibility, which stays its parent's`,
      ),
      row(
        "P-CLIENT-14",
        "An attachment's `type` and `externalLink` in a mask are ignored beside others",
        `${forms}of an attachment ignores type and externalLink beside others`,
      ),
      row(
        "P-CLIENT-15",
        "Clients sync notes by `created_ts > <integer>`",
        "legacy/filters-of-older-clients.test.ts › epoch seconds stand beside created_ts, and pages go on",
      ),
      row(
        "P-CLIENT-16",
        'POST /memos unwraps `{"memo": …}`; neither `content` nor attachments: 400',
        `${forms}is unwrapped, and says something: a text, be it empty, or files`,
      ),
      row(
        "P-CLIENT-17",
        'Enums are accepted in any case; `""` is unset; an unknown one is 400',
        `${forms}reads enums in any case and by memos' own numbers, and nothing else`,
        `${memos}is refused with %s, naming the field`,
      ),
      row(
        "P-CLIENT-18",
        "Current-form memos have `uid` and `displayTime`",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
      ),
      row(
        "P-CLIENT-19",
        "POST /auth/status returns the bare user with both forms' fields; GET returns `{user}`",
        `${wild}asks who it is by POST, posts a picture as JSON, and a memo with it`,
      ),
      row(
        "P-CLIENT-20",
        "POST /resources accepts JSON with `content` or `blob` as well as a form",
        `${forms}come as JSON too, are a memo's set, and are served under their number and their uid`,
        `${forms}as JSON are cut at the instance's limit`,
        `${wild}asks who it is by POST, posts a picture as JSON, and a memo with it`,
      ),
      row(
        "P-CLIENT-21",
        "/file/resources/{integer or uid}/{filename}; GET and PATCH /memos/{memo}/resources",
        `${forms}come as JSON too, are a memo's set, and are served under their number and their uid`,
      ),
      row(
        "P-CLIENT-22",
        "Bodies accept integer names, and every sub-resource of a memo works under its integer id",
        `${forms}is every part of a memo, and what bodies name`,
        `${forms}does not exist for others where the memo does not`,
      ),
      row(
        "P-CLIENT-23",
        "An unknown path is 404 before its body is read; messages are ours",
        `${forms}of an unknown path come before its body is looked at`,
        `${forms}are said in our words, whatever the validator says`,
      ),
      row(
        "P-CLIENT-24",
        "GET, PATCH and DELETE /webhooks/{id}",
        "events/webhooks.test.ts › of the older form is read, changed and removed by its number, and tells its owner its secret",
      ),
      row(
        "P-CLIENT-25",
        "Connect's JSON maps onto the same handlers, guards and limits",
        "connect/connect.test.ts › creates, reads, lists, changes and removes a memo",
        "connect/connect.test.ts › asks for the credential that its route asks for",
        "connect/connect.test.ts › takes its route's names alone, and no text in one reaches another route",
        "connect/connect.test.ts › counts once, and in the bucket of its credential",
        "connect/connect-client.test.ts › reads every answer by its message, enums, times, long numbers and bytes among them",
      ),
      row(
        "P-CLIENT-26",
        "`--cors-origin` accepts origins of any scheme",
        "../src/cli/config.test.ts › open the API to origins by %j and %j",
        "http/cross-origin.test.ts › may be an app's own, such as %s",
      ),
    ],
  },
  {
    title: "Comparison with a memos 0.30 server",
    rows: [
      row(
        "P-BESIDE-1",
        "A memo without `visibility` is PRIVATE, whatever `memoVisibility` says; the app sends it",
        `${settings}never publish a memo that says nothing of its visibility`,
        "../../../packages/ui/src/editor/audience/use-new-visibility.test.tsx › A16 · with the setting %j a new memo says of itself that it is %s",
      ),
      row(
        "P-BESIDE-2",
        "An unset GENERAL setting reads `en` and `PRIVATE` in REST, and stays unset",
        `${settings}read as what clients take them for while they are unset, and stay unset`,
      ),
      row(
        "P-BESIDE-3",
        "Values that proto3 JSON omits are read as defaults",
        `${forms}reads what a generated client leaves out as proto3 JSON means it`,
      ),
      row(
        "P-BESIDE-4",
        "Numbers may be text in JSON's grammar",
        `${forms}reads numbers that come as text in JSON's own grammar`,
      ),
      row(
        "P-BESIDE-5",
        "Enums may be memos' numbers",
        `${forms}reads enums in any case and by memos' own numbers, and nothing else`,
      ),
      row(
        "P-BESIDE-6",
        "Output-only fields in a mask are ignored beside others; an unknown name is refused",
        `${forms}ignores what the server sets beside what can be set, and saves nothing by a misspelt mask`,
      ),
      row(
        "P-BESIDE-7",
        "`createTime` alone on create: `updateTime` is now",
        `${forms}of a memo that is dated back at its creation: it was changed now`,
      ),
      row(
        "P-BESIDE-8",
        "Without a credential everything that isn't public is 401, except shares and unknown paths",
        `${forms}is told to sign in for everything else, whether or not it is there`,
      ),
      row(
        "P-BESIDE-9",
        "Comments are newest first, and so are a parent's comment relations; ties by order",
        "memos/order-and-pages.test.ts › F30a · comments come newest first unless ordered, and so do a memo's comment relations",
        "memos/order-and-pages.test.ts › stands in the order in which it was made, in every order and at any size",
      ),
      row(
        "P-BESIDE-10",
        "A `pageToken` includes its page's size; a `pageSize` in the request wins",
        "memos/order-and-pages.test.ts › which counts unless one is sent, in every list",
      ),
      row(
        "P-BESIDE-11",
        "Creating with the id of one's own memo in the trash works",
        `${again}works as a new one: nothing of the old memo shows but its history and its comments`,
        `${again}takes what the body names, and once it is back it is taken`,
        `${again}tells webhooks of a new memo`,
        "../../../packages/db/tests/sync/begun-again.test.ts › A15 · is on every device what it is on the server, with its number and a new text",
        "../../../packages/db/tests/sync/begun-again.test.ts › A15 · is not changed by what a device did to the old one, and loses none of its words",
        "../../../packages/db/tests/sync/begun-again.test.ts › A15 · is not removed by a device that emptied its trash of the old one",
      ),
      row(
        "P-BESIDE-12",
        "Any other id in the trash is taken: 409",
        `${again}A15b · is taken where it belongs to someone else, a comment, gone for good, or away with its parent`,
      ),
      row(
        "P-BESIDE-13",
        "POST /users?validateOnly=true creates nothing",
        `${forms}of an account is only checked with validateOnly`,
      ),
      row(
        "P-BESIDE-14",
        "`/users:stats?state=` filters; a user's figures are named `users/{user}/stats`",
        `${forms}are named after their user, and count the state that is asked for`,
      ),
      row(
        "P-BESIDE-15",
        "Bytes in instance/stats are strings, counts numbers",
        "operations/instance-settings.test.ts › its figures are for administrators",
      ),
      row(
        "P-BESIDE-16",
        "The profile has `demo` and `commit`",
        "http/http.test.ts › says what it is to anybody",
      ),
      row(
        "P-BESIDE-17",
        "Signed-in callers read GENERAL and MEMO_RELATED, in memos' shape and ours",
        "operations/instance-settings.test.ts › are read by memos' names and keys, which are all that others see",
        "operations/instance-settings.test.ts › of memos are one with ours under both names",
        "operations/instance-settings.test.ts › are written by memos' keys: mask %j, %j",
        "operations/instance-settings.test.ts › refuse what memos' keys cannot say: mask %j, %j",
      ),
      row(
        "P-BESIDE-18",
        "POST /instance/settings:batchGet",
        "operations/instance-settings.test.ts › are read several at once, all or none",
      ),
      row(
        "P-BESIDE-19",
        "/identity-providers and linkedIdentities return empty lists",
        "operations/instance-settings.test.ts › name no place to sign in with another account, nor accounts there",
      ),
      row(
        "P-BESIDE-20",
        "The event stream sends unnamed events with the name of the memo concerned",
        "events/event-stream.test.ts › is heard by an EventSource's onmessage, a gap included",
        "events/event-stream.test.ts › names a comment that changes or goes by its own name, beside what it is on",
        "events/event-stream.test.ts › tells of what happens to memos, comments and reactions, with ids that ascend",
      ),
      row(
        "P-BESIDE-21",
        "Webhooks created without a secret get one; an empty secret creates a new one",
        "events/webhooks.test.ts › without a secret of its own gets one of 32 random bytes, and another when that is taken away",
        "events/webhooks.test.ts › that was made before without a secret stays unsigned until it is given one",
      ),
      row(
        "P-BESIDE-22",
        "File types keep their essence; text is served with its own type",
        "files/files.test.ts › serves %s as what it is, in UTF-8, as a download in a sandbox",
        "files/files.test.ts › says no charset of text that is not UTF-8: %s",
        "files/attachments.test.ts › keeps of its type what it is, in lower case and without parameters",
      ),
    ],
  },
  {
    title: "Requests of memos 0.31 clients",
    rows: [
      row(
        "P-NEWER-1",
        "Connect: GetSharedMemo, MemoViewService and GetInstanceStats are aliases of existing methods",
        "connect/connect.test.ts › comments, reacts, relates, attaches and shares",
        "connect/connect.test.ts › keeps views by %s",
        "connect/connect.test.ts › asks for users, their figures and settings, and for the instance",
      ),
      row(
        "P-NEWER-2",
        "`accessMode` in the profile and the setting ACCESS are GENERAL's `publicAccess`",
        "operations/instance-settings.test.ts › say by ACCESS who reads what is public, and the profile says it to anybody",
        "connect/connect.test.ts › finds settings under the names that memos 0.31 gave them",
      ),
      row(
        "P-NEWER-3",
        "`uploadSizeLimitMb` is answered beside bytes",
        "operations/instance-settings.test.ts › say the largest file in megabytes too, as memos does",
      ),
      row(
        "P-NEWER-4",
        "A file is served without its name in the address, and a share page shows it where it is written",
        "files/files.test.ts › is answered as with it: whole, in part, small, and to HEAD",
        "files/files.test.ts › without a credential is 401; with a share's token shows that memo's files only",
        "memos/share-pages.test.ts › are those of its own memo, in place and with its token, and no other's",
      ),
    ],
  },
  {
    title: "Kept different from memos",
    rows: [
      kept(
        "P-KEPT-1",
        "404 for what a signed-in caller can't see, where memos answers 403",
        "a 403 reveals that it exists",
        `${memos}do not exist while private, and cannot be written when public`,
      ),
      kept(
        "P-KEPT-2",
        "`pinned` and `state` are honoured on create",
        "a client that sends them means them, and ignoring them loses data",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      kept(
        "P-KEPT-3",
        "Text functions on tags are exact",
        "a tag is a name, and tags that differ in case are different, in lists and in filters",
        `${forms}finds tags by text exactly`,
      ),
      kept(
        "P-KEPT-4",
        "409 for an id that already exists",
        "a repeated creation must not overwrite what is there",
        `${memos}is refused with an id that is all digits, and with one that is taken`,
      ),
      kept(
        "P-KEPT-5",
        "A file removed from a memo stays in its owner's library, where memos deletes it",
        "removing a file from a memo doesn't mean deleting it",
        "files/attachments.test.ts › are replaced as a set, idempotently, and what is taken off stays in the library",
      ),
      kept(
        "P-KEPT-6",
        "Line endings are stored as LF, where memos keeps CRLF",
        "devices merge texts by character, so a line ending must be one character",
        `${forms}stores every line end as LF`,
      ),
      kept(
        "P-KEPT-7",
        "SVG is never shown inline",
        "it can contain script that would run in the server's origin",
        "files/files.test.ts › never shows %s of type %s inline",
      ),
      kept(
        "P-KEPT-8",
        "A clear 400 where memos answers 500, or 200 without doing anything",
        "a client that gets 200 assumes that its change was saved",
        `${forms}that names nothing that can be set is 400: %j, mask %j`,
        `${memos}is refused with %s, naming the field`,
      ),
      kept(
        "P-KEPT-9",
        "A PATCH with a mask under an integer id is answered in the current form",
        "a mask is of that form, whatever the id looks like",
        `${older}is of the current form with a mask, and so is the answer`,
      ),
    ],
  },
];
