import { clientCoverage } from "./client-rows.ts";
import type { CoveragePart, CoverageRow } from "./coverage-row.ts";

const row = (id: string, says: string, ...tests: string[]): CoverageRow => ({ id, says, tests });

const spec = "http/specification.test.ts › ";
const memos = "memos/memos.test.ts › ";
const clients = "legacy/memos-clients.test.ts › ";
const older = "legacy/older-form.test.ts › ";
const large = "memos/large-answers.nightly.test.ts › ";
const attachments = "files/attachments.test.ts › ";
const files = "files/files.test.ts › ";
const resources = "legacy/resources.test.ts › ";
const relations = "memos/relations.test.ts › ";
const reactions = "memos/reactions.test.ts › ";
const shares = "memos/shares.test.ts › ";
const settings = "users/settings.test.ts › ";
const spaces = "users/spaces.test.ts › ";
const invitations = "users/space-invitations.test.ts › ";
const webhooks = "events/webhooks.test.ts › ";
const auth = "auth/auth.test.ts › ";
const tokens = "auth/access-tokens.test.ts › ";
const transcribe = "files/transcribe.nightly.test.ts › ";
const http = "http/http.test.ts › ";
const olderFilters = "legacy/filters-of-older-clients.test.ts › ";
const pages = "memos/order-and-pages.test.ts › ";
const matrix = "authorisation/matrix.test.ts › is said for every route";

/** Requirements of the specification in its order, in our words, without what it leaves open. */
export const coverage: readonly CoveragePart[] = [
  {
    title: "Shapes",
    rows: [
      row(
        "P-SHAPE-1",
        "A memo has every field of the current form, with its types",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
        "http/openapi-examples.test.ts › are answered as documented",
      ),
      row(
        "P-SHAPE-2",
        "An unset parent, location or space is absent",
        `${memos}leaves out what is unset`,
      ),
      row(
        "P-SHAPE-3",
        "A memo of the older form has that form's fields and integer ids",
        `${older}has the fields of that form and no others, and integer names`,
      ),
      row(
        "P-SHAPE-4",
        "A comment is a memo with a parent, and no list of memos shows it",
        `${memos}are memos with a parent, newest first, left out of the list of memos`,
      ),
      row(
        "P-SHAPE-5",
        "An attachment has its fields, with its size as text",
        `${attachments}is created, read, listed, renamed, downloaded and deleted`,
        `${clients}hands in an attachment as base64, reads its size as text, and hangs it on a memo`,
      ),
      row(
        "P-SHAPE-6",
        "An attachment returns camera metadata: place, time, camera, exposure",
        `${files}is kept and shown when the user says so`,
        `${files}may be told by the client instead`,
      ),
      row(
        "P-SHAPE-7",
        "An attachment returns the parts of a motion photo",
        `${files}of an Android camera is found, and its video is served`,
        `${files}of an iPhone is two files of one name, paired on their memo`,
      ),
      row(
        "P-SHAPE-8",
        "A resource of the older form has integer id and size",
        `${resources}are uploaded, listed by page, downloaded and deleted by their number`,
      ),
      row(
        "P-SHAPE-9",
        "A relation names both ends with snippets, and its type",
        `${relations}are answered from both ends with snippets, in the memo, the list and on their own`,
      ),
      row(
        "P-SHAPE-10",
        "A reaction has name, creator, type and time",
        `${reactions}of every reader are in the memo and the list, and leave updateTime alone`,
      ),
      row(
        "P-SHAPE-11",
        "A share has a name with its token, a creation time and an expiry",
        `${shares}is listed again with its token, and the database holds no readable one`,
      ),
      row(
        "P-SHAPE-12",
        "Shortcuts and views have name, title and filter; a view has an icon",
        `${settings}are one store with two faces: a shortcut is a view without an icon`,
      ),
      row(
        "P-SHAPE-13",
        "Settings are general, webhooks and tags",
        `${settings}are listed with their defaults, page by page, and are theirs alone`,
        `${settings}keep names of tags as they are written, whatever they look like`,
        `${settings}show webhooks, which are written one by one`,
      ),
      row(
        "P-SHAPE-14",
        "A webhook says whether it has a signing secret, and never returns it",
        `${webhooks}is created, listed, changed and removed by its owner, and keeps its secret`,
      ),
      row(
        "P-SHAPE-15",
        "A user of the older form has integer id, role HOST for the first, nickname",
        `${older}is shown by the status of a session, and changed by nickname, email and avatarUrl without a mask`,
      ),
    ],
  },
  {
    title: "States",
    rows: [
      row(
        "P-STATE-1",
        "A list without a state, or with the unspecified one, returns normal memos",
        `${spec}P-STATE-1 · a state that is unset or unspecified lists what is normal`,
      ),
      row(
        "P-STATE-2",
        "A list of ARCHIVED returns archived memos",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "P-STATE-3",
        "An update may set the state",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "P-STATE-4",
        "Deleting moves to the trash, in both forms; a list may include the trash",
        `${memos}moves it to the trash, from where it comes back as it was`,
        `${older}is changed without a mask and trashed by its integer id`,
      ),
    ],
  },
  {
    title: "Memos, current form",
    rows: [
      row(
        "P-MEMO-1",
        "List: pages joined by tokens",
        `${memos}pages newest first through everything, with the parameters in both cases`,
        `${large}comes in pages of at most 8 MiB, which join to the whole`,
      ),
      row(
        "P-MEMO-2",
        "List: 50 a page by default, at most 1000; larger sizes count as 1000",
        `${spec}P-MEMO-2 · a page holds 50 unless told, and 1000 at most`,
        `${memos}coerces a large page, takes 0 as none given, and an empty filter as no filter`,
      ),
      row(
        "P-MEMO-3",
        "List: sorted by pinned, create_time, update_time and name, in either direction",
        `${spec}P-MEMO-3 · a list is ordered by each field, either way`,
      ),
      row(
        "P-MEMO-4",
        "List: a filter over every field, with && and ||, now and duration",
        `${spec}P-MEMO-4 · a filter knows every field`,
        `${memos}filters, and says where a bad filter is wrong`,
      ),
      row(
        "P-MEMO-5",
        "List: showDeleted adds deleted memos",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "P-MEMO-6",
        "List: only readable memos, and no comments",
        `${memos}do not exist while private, and cannot be written when public`,
        "authorisation/leaks.test.ts › does not show in %s",
      ),
      row(
        "P-MEMO-7",
        "Get one",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
      ),
      row(
        "P-MEMO-8",
        "Update: the fields in the mask, in camelCase or snake_case",
        `${memos}changes what the mask names and nothing else`,
      ),
      row(
        "P-MEMO-9",
        "Update: without a mask the fields in the body",
        `${memos}without a mask changes what the body names; a whole object sent back is fine`,
      ),
      row(
        "P-MEMO-10",
        "Comments: pages, sizes and order",
        `${spec}P-MEMO-10 · comments are listed by page and in the order asked for`,
      ),
      row(
        "P-MEMO-11",
        "Share: only the creator or an administrator creates one",
        `${shares}is made by the creator alone; others get 403 where they can read and 404 where not`,
        `${shares}of another's memo is an administrator's to make: the creator is told and the log says so`,
      ),
      row(
        "P-MEMO-12",
        "Only the creator or an administrator lists shares",
        `${shares}is listed again with its token, and the database holds no readable one`,
        `${shares}is made by the creator alone; others get 403 where they can read and 404 where not`,
      ),
      row(
        "P-MEMO-13",
        "The attachments of a memo are replaced as a set; [] clears; repeating changes nothing",
        `${attachments}are replaced as a set, idempotently, and what is taken off stays in the library`,
      ),
    ],
  },
  {
    title: "Memos, older form",
    rows: [
      row(
        "P-OLDER-1",
        "List: page and limit (1 to 100, 20 by default)",
        `${older}pages by number, newest first, twenty to a page`,
        `${large}of the older form has as many as were asked for, whatever they take`,
        `${older}names the field that is out of range`,
      ),
      row("P-OLDER-2", "List: by tag and visibility", `${older}is narrowed and ordered by %s`),
      row(
        "P-OLDER-3",
        "List: sorted by created_ts, updated_ts and pinned, in either direction",
        `${older}is narrowed and ordered by %s`,
        `${older}orders by the last change`,
      ),
      row(
        "P-OLDER-4",
        "List: a token for the next page, none on the last",
        `${older}gives a token for the next page, and none on the last`,
      ),
      row(
        "P-OLDER-5",
        "Create: content and visibility",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
      ),
      row(
        "P-OLDER-6",
        "Get, update and delete by integer id",
        `${older}is changed without a mask and trashed by its integer id`,
      ),
    ],
  },
  {
    title: "Attachments",
    rows: [
      row(
        "P-FILE-1",
        "Create: with an id of letters and digits, or a generated one",
        `${spec}P-FILE-1 · an attachment gets the id that is asked for, or one of its own`,
        `${attachments}is refused with %s, and leaves no file`,
      ),
      row(
        "P-FILE-2",
        "Upload by form, list by page, download and delete in the older form",
        `${resources}are uploaded, listed by page, downloaded and deleted by their number`,
      ),
      row(
        "P-FILE-3",
        "Errors of the older form have its messages",
        `${resources}with a path in their name are refused in the older error form`,
      ),
    ],
  },
  {
    title: "Users, settings, views, shortcuts",
    rows: [
      row(
        "P-USER-1",
        "Settings are listed by page: 50 by default, larger than 1000 count as 1000",
        `${spec}P-USER-1 · settings are listed by page`,
        `${settings}are listed with their defaults, page by page, and are theirs alone`,
      ),
      row(
        "P-USER-2",
        "One setting is read by its name",
        `${clients}reads figures and settings of its user by name and by number`,
      ),
      row(
        "P-USER-3",
        "A view is updated with or without a mask",
        `${settings}are changed by mask or body and deleted`,
      ),
      row(
        "P-USER-4",
        "A shortcut is created, or only checked with validateOnly",
        `${settings}with validateOnly are checked and not kept`,
      ),
      row(
        "P-USER-5",
        "A user of the older form changes nickname, email and avatarUrl",
        `${older}is shown by the status of a session, and changed by nickname, email and avatarUrl without a mask`,
      ),
    ],
  },
  {
    title: "Transcription",
    rows: [
      row(
        "P-AUDIO-1",
        "An audio file becomes text by the instance's provider",
        `${transcribe}hands the recording to the provider as its protocol has it, and answers the text`,
      ),
    ],
  },
  {
    title: "Tags, search, system, webhooks of the older form",
    rows: [
      row(
        "P-FIND-1",
        "Tags with counts, and their statistics",
        `${older}are the caller's own, most used first, with their last use`,
      ),
      row(
        "P-FIND-2",
        "Search by words, limit and tag",
        `${older}ranks the better match first, and finds what is written without spaces`,
      ),
      row(
        "P-FIND-3",
        "The system's information, with the version",
        `${older}is for everybody, in the older form's shape`,
      ),
      row(
        "P-FIND-4",
        "Webhooks are listed and created",
        `${webhooks}of the older form is the same one`,
      ),
    ],
  },
  {
    title: "Authentication",
    rows: [
      row(
        "P-AUTH-1",
        "By access token or by the cookie of a session",
        `${tokens}authenticate, and remember when they were used`,
        `${auth}takes both bodies and answers user, token and a guarded cookie`,
      ),
      row(
        "P-AUTH-2",
        "Every request accepts a token as bearer",
        `${tokens}authenticate, and remember when they were used`,
        `${auth}is not made good by a cookie beside it`,
      ),
      row(
        "P-AUTH-3",
        "Administrators create tokens; they are listed, read and revoked by id",
        `${spec}P-AUTH-3 · access tokens are an administrator's`,
        `${tokens}are listed newest first in pages that join to the whole`,
      ),
      row(
        "P-AUTH-4",
        "A token's value is shown once, at creation",
        `${tokens}show their value once, at creation`,
      ),
      row(
        "P-AUTH-5",
        "A revoked token is refused at once",
        `${tokens}say TOKEN_REVOKED at once when revoked, and are gone from the list`,
        `${spec}P-AUTH-5 · a token that is in use is refused by the request after its end`,
      ),
      row(
        "P-AUTH-6",
        "Sign-in sets a cookie, sign-out ends the session",
        `${auth}ends at once for cookie and token when it is signed out of`,
      ),
      row(
        "P-AUTH-7",
        "A share's token opens its memo for reading, and nothing else",
        `${shares}opens a private memo without a credential, and nothing of the account or around it`,
        `${shares}are those of its own memo and no other's`,
      ),
      row(
        "P-AUTH-8",
        "A missing, bad, expired or revoked credential is 401",
        `${auth}is 401 on %s %s`,
        `${auth}is 401 and not anonymous when there is none`,
        matrix,
      ),
      row(
        "P-AUTH-9",
        "Status returns the current user",
        `${older}is shown by the status of a session, and changed by nickname, email and avatarUrl without a mask`,
      ),
      row("P-AUTH-10", "Every request needs a credential, except to public endpoints", matrix),
      row(
        "P-AUTH-11",
        "A token may have an expiry and a description",
        `${tokens}say TOKEN_EXPIRED from their last moment on, in both forms`,
      ),
      row(
        "P-AUTH-12",
        "Administrators read account events: GET /instance/auditLog, with a filter, for 90 days",
        "auth/audit-log.test.ts › holds what happens to accounts, tokens and others' memos, and each is told once",
        "auth/audit-log.test.ts › joins its pages to the whole, newest first, whatever is added meanwhile",
        "auth/audit-log.test.ts › takes filters over each of its fields, and says what it does not take",
        "auth/audit-log.test.ts › keeps ninety days",
      ),
    ],
  },
  {
    title: "Events",
    rows: [
      row(
        "P-EVENT-1",
        "Webhooks belong to a user, in either form",
        `${webhooks}is created, listed, changed and removed by its owner, and keeps its secret`,
        `${webhooks}of the older form is the same one`,
      ),
      row(
        "P-EVENT-2",
        "memo.created, memo.updated and memo.deleted are sent to the webhooks that subscribe to them",
        `${webhooks}is made for each event that was chosen, and for all when none was`,
      ),
      row(
        "P-EVENT-3",
        "A signing secret signs each delivery",
        `${webhooks}carries the memo in the current form, with a signature that the library verifies`,
      ),
    ],
  },
  {
    title: "Errors",
    rows: [
      row(
        "P-ERROR-1",
        "Current form: code, message, details with @type",
        `${clients}hears of errors as a status object with code, message and details`,
      ),
      row(
        "P-ERROR-2",
        "Older form: error with code, message and details by field",
        `${older}names the field that is out of range`,
      ),
      row(
        "P-ERROR-3",
        "400 INVALID_ARGUMENT, code 3",
        `${http}of malformed JSON are 400 with code 3, naming the body`,
      ),
      row(
        "P-ERROR-4",
        "401 UNAUTHENTICATED",
        `${http}of the older form come where a request of it is made`,
      ),
      row(
        "P-ERROR-5",
        "401 TOKEN_EXPIRED",
        `${tokens}say TOKEN_EXPIRED from their last moment on, in both forms`,
      ),
      row(
        "P-ERROR-6",
        "401 TOKEN_REVOKED",
        `${tokens}say TOKEN_REVOKED at once when revoked, and are gone from the list`,
      ),
      row(
        "P-ERROR-7",
        "403 PERMISSION_DENIED",
        `${memos}do not exist while private, and cannot be written when public`,
        `${older}of somebody else does not exist while private, and cannot be written when public`,
      ),
      row(
        "P-ERROR-8",
        "404 NOT_FOUND",
        `${http}of the older form come where a request of it is made`,
      ),
      row(
        "P-ERROR-9",
        "409 ALREADY_EXISTS",
        `${memos}is refused with an id that is all digits, and with one that is taken`,
      ),
      row(
        "P-ERROR-10",
        "429 RESOURCE_EXHAUSTED",
        `${http}count an address where the credential is bad or missing, in the older form too`,
      ),
      row(
        "P-ERROR-11",
        "500, without details",
        `${http}that nobody expected are an id that is in the log, and nothing else`,
      ),
    ],
  },
  {
    title: "Limits",
    rows: [
      row(
        "P-LIMIT-1",
        "Requests per hour: by default 1000 with a credential, 100 without",
        "../src/cli/config.test.ts › have defaults that listen for this machine alone",
        `${http}count each credential by itself and say so on every answer`,
        `${http}count an address where the credential is bad or missing, in the older form too`,
      ),
      row(
        "P-LIMIT-2",
        "X-RateLimit-Limit, -Remaining and -Reset, in Unix seconds",
        `${http}count each credential by itself and say so on every answer`,
      ),
      row(
        "P-LIMIT-3",
        "429 over the limit",
        `${http}count each credential by itself and say so on every answer`,
      ),
      row(
        "P-LIMIT-4",
        "Content and uploads over the limit: 413",
        `${memos}is 413 over the limit of content, and over the limit of a body`,
        `${files}that never ends is cut at the limit with 413 and leaves no file`,
      ),
    ],
  },
  {
    title: "Filters, order and page tokens beyond the specification",
    rows: [
      row(
        "P-LIST-1",
        "An integer compared with a time is epoch seconds, and `now()` is `now`; milliseconds are refused with a suggestion",
        `${olderFilters}epoch seconds stand beside created_ts, and pages go on`,
      ),
      row(
        "P-LIST-2",
        "`creator_id` is the integer id; a saved filter names the user, and is refused where no user has the id",
        `${olderFilters}are those of the list's other answers, and nobody's id finds nothing`,
        `${olderFilters}become names in a saved filter, and nobody's id is refused there`,
      ),
      row(
        "P-LIST-3",
        "Attachment filters take `memo_id`: null, or the integer id",
        `${olderFilters}F17 · attachments by the integer id of their memo`,
      ),
      row(
        "P-LIST-4",
        "`orderBy` accepts `display_time`, camelCase, the `…_ts` names and a trailing comma",
        `${pages}stands in the order in which it was made, in every order and at any size`,
      ),
      row(
        "P-LIST-5",
        "Ties are sorted by createTime, then by order of creation, in the direction of the last time field",
        `${pages}stands in the order in which it was made, in every order and at any size`,
        `${pages}among attachments, too`,
      ),
      row(
        "P-LIST-6",
        "Comments, and a memo's comment relations, are newest first unless sorted",
        `${pages}F30a · comments come newest first unless ordered, and so do a memo's comment relations`,
      ),
      row(
        "P-LIST-7",
        "A page token includes its page's size, which counts unless the request has one",
        `${pages}which counts unless one is sent, in every list`,
        `${pages}in the older form as well`,
      ),
    ],
  },
  {
    title: "Versions",
    rows: [
      row(
        "P-VERSION-1",
        "Every route of the API is below /api/v1",
        "http/routes.test.ts › every row of the table of routes is served, and nothing else without a reason",
      ),
      row(
        "P-VERSION-2",
        "Clients of 0.30 and 0.31 are served",
        `${clients}changes a memo without a mask, and by sending the whole memo back`,
        `${clients}asks for pages of a thousand and more, and for what each page is followed by`,
      ),
    ],
  },
  {
    title: "Spaces",
    rows: [
      row(
        "P-SPACE-1",
        "The creator of a space is its first ADMIN; a setting says who may create one",
        `${spaces}have whoever made them as their first administrator, and say what their reader is`,
        `${spaces}are made by everybody where the instance says so, up to a hundred by each`,
      ),
      row(
        "P-SPACE-2",
        "Members are read and changed individually; the last ADMIN of a space can't lose the role",
        `${spaces}have members that are read and changed one by one, of whom one administrator stays`,
      ),
      row(
        "P-SPACE-3",
        "A space's administrators invite, the invited user accepts or declines, and no one else sees an invitation",
        `${invitations}are made by its administrators and accepted by who is invited`,
        `${invitations}are declined, and taken back`,
        `${invitations}are nobody else's to see`,
        `${invitations}lead to one membership, and only to accounts that can accept`,
      ),
      row(
        "P-SPACE-4",
        "A space has at most a hundred open invitations, which expire after 30 days",
        `${invitations}are a hundred at most, in pages, and end after thirty days`,
      ),
      row(
        "P-SPACE-5",
        "Connect's SpaceService calls the same routes",
        `${invitations}and their spaces and members are called by Connect as by REST`,
      ),
      row(
        "P-SPACE-6",
        "Deleting a space deletes no memo, where memos deletes them all: they stay with their creators, and those of visibility SPACE become PRIVATE",
        `${spaces}stay with their creators when the space is deleted, seen by nobody new`,
        `${spaces}stay in the archive and the trash too when the space is deleted`,
      ),
    ],
  },
  ...clientCoverage,
];
