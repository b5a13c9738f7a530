import { clientCoverage } from "./client-rows.ts";

/** One thing that the specification of the memo service promises, and the tests that hold us to it. */
export interface CoverageRow {
  /** Stable; letters for the part, then a number. */
  readonly id: string;
  readonly says: string;
  /** `file › title`, the file below this package's `tests`, the title as it is written there. */
  readonly tests: readonly string[];
  /** Of what is not as elsewhere: why. */
  readonly why?: string;
}

export interface CoveragePart {
  readonly title: string;
  readonly rows: readonly CoverageRow[];
}

const row = (id: string, says: string, ...tests: string[]): CoverageRow => ({ id, says, tests });

const spec = "specification.test.ts › ";
const memos = "memos.test.ts › ";
const clients = "memos-clients.test.ts › ";
const older = "older-form.test.ts › ";
const large = "large-answers.test.ts › ";
const attachments = "attachments.test.ts › ";
const files = "files.test.ts › ";
const resources = "resources.test.ts › ";
const relations = "relations.test.ts › ";
const reactions = "reactions.test.ts › ";
const shares = "shares.test.ts › ";
const settings = "settings.test.ts › ";
const webhooks = "webhooks.test.ts › ";
const auth = "auth.test.ts › ";
const tokens = "access-tokens.test.ts › ";
const transcribe = "transcribe.test.ts › ";
const http = "http.test.ts › ";
const olderFilters = "filters-of-older-clients.test.ts › ";
const pages = "order-and-pages.test.ts › ";
const matrix = "authorisation/matrix.test.ts › is said for every route";

/** The specification in the order of its parts, in our words; what it leaves open is not here. */
export const coverage: readonly CoveragePart[] = [
  {
    title: "Shapes",
    rows: [
      row(
        "S1",
        "A memo has every field of the current form, with its types",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
        "openapi-examples.test.ts › are answered as documented",
      ),
      row("S2", "An unset parent, location or space is absent", `${memos}leaves out what is unset`),
      row(
        "S3",
        "A memo of the older form has that form's fields and integer ids",
        `${older}has the fields of that form and no others, and integer names`,
      ),
      row(
        "S4",
        "A comment is a memo with a parent, and no list of memos shows it",
        `${memos}are memos with a parent, newest first, left out of the list of memos`,
      ),
      row(
        "S5",
        "An attachment has its fields, its size as text",
        `${attachments}is created, read, listed, renamed, downloaded and deleted`,
        `${clients}hands in an attachment as base64, reads its size as text, and hangs it on a memo`,
      ),
      row(
        "S6",
        "An attachment tells what a camera wrote: place, time, camera, exposure",
        `${files}is kept and shown when the user says so`,
        `${files}may be told by the client instead`,
      ),
      row(
        "S7",
        "An attachment tells the parts of a moving picture",
        `${files}of an Android camera is found, and its video is served`,
        `${files}of an iPhone is two files of one name, paired on their memo`,
      ),
      row(
        "S8",
        "A resource of the older form has integer id and size",
        `${resources}are uploaded, listed by page, downloaded and deleted by their number`,
      ),
      row(
        "S9",
        "A relation names both ends with snippets, and its type",
        `${relations}are answered from both ends with snippets, in the memo, the list and on their own`,
      ),
      row(
        "S10",
        "A reaction has name, creator, type and time",
        `${reactions}of every reader are in the memo and the list, and leave updateTime alone`,
      ),
      row(
        "S11",
        "A share has a name with its token, a time and an end",
        `${shares}is listed again with its token, and the database holds no readable one`,
      ),
      row(
        "S12",
        "Shortcuts and views have name, title and filter; a view has an icon",
        `${settings}are one store with two faces: a shortcut is a view without an icon`,
      ),
      row(
        "S13",
        "Settings come as general, webhooks and tags",
        `${settings}are listed with their defaults, page by page, and are theirs alone`,
        `${settings}keep names of tags as they are written, whatever they look like`,
        `${settings}show webhooks, which are written one by one`,
      ),
      row(
        "S14",
        "A webhook says whether it has a signing secret, and keeps the secret",
        `${webhooks}is created, listed, changed and removed by its owner, and keeps its secret`,
      ),
      row(
        "S15",
        "A user of the older form has integer id, role HOST for the first, nickname",
        `${older}is changed by nickname, email and avatarUrl without a mask, and answered so`,
        `${spec}A9 · the status of a session is the older form's user`,
      ),
    ],
  },
  {
    title: "States",
    rows: [
      row(
        "T1",
        "A list without a state, or of the unspecified one, holds the normal memos",
        `${spec}T1 · a state that is unset or unspecified lists what is normal`,
      ),
      row(
        "T2",
        "A list of ARCHIVED holds the archived ones",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "T3",
        "An update may carry the state",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "T4",
        "A deletion moves to the trash, in both forms; a list may show what is there",
        `${memos}moves it to the trash, from where it comes back as it was`,
        `${older}is changed without a mask and trashed by its integer id`,
      ),
    ],
  },
  {
    title: "Memos, current form",
    rows: [
      row(
        "M1",
        "List: pages joined by tokens",
        `${memos}pages newest first through everything, with the parameters in both cases`,
        `${large}comes in pages of at most 8 MiB, which join to the whole`,
      ),
      row(
        "M2",
        "List: 50 to a page unless told, at most 1000, larger sizes taken as 1000",
        `${spec}M2 · a page holds 50 unless told, and 1000 at most`,
        `${memos}coerces a large page, takes 0 as none given, and an empty filter as no filter`,
      ),
      row(
        "M3",
        "List: ordered by pinned, create_time, update_time and name, either way",
        `${spec}M3 · a list is ordered by each field, either way`,
      ),
      row(
        "M4",
        "List: a filter over every field, with && and ||, now and duration",
        `${spec}M4 · a filter knows every field`,
        `${memos}filters, and says where a bad filter is wrong`,
      ),
      row(
        "M5",
        "List: showDeleted adds deleted memos",
        `${memos}leaves archived and trashed memos out until they are asked for`,
      ),
      row(
        "M6",
        "List: only what the caller may read, and no comments",
        `${memos}do not exist while private, and cannot be written when public`,
        "authorisation/leaks.test.ts › does not show in %s",
      ),
      row(
        "M7",
        "Get one",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
      ),
      row(
        "M8",
        "Update: what the mask names, in either case of letters",
        `${memos}changes what the mask names and nothing else`,
      ),
      row(
        "M9",
        "Update: without a mask what the body names",
        `${memos}without a mask changes what the body names; a whole object sent back is fine`,
      ),
      row(
        "M10",
        "Comments: pages, sizes and order",
        `${spec}M10 · comments are listed by page and in the order asked for`,
      ),
      row(
        "M11",
        "Share: made by the creator or an administrator alone",
        `${shares}is made by the creator alone; others get 403 where they can read and 404 where not`,
        `${shares}of another's memo is an administrator's to make: the creator is told and the log says so`,
      ),
      row(
        "M12",
        "Shares are listed for the creator or an administrator alone",
        `${shares}is listed again with its token, and the database holds no readable one`,
        `${shares}is made by the creator alone; others get 403 where they can read and 404 where not`,
      ),
      row(
        "M13",
        "The attachments of a memo are replaced as a set; [] clears; repeating changes nothing",
        `${attachments}are replaced as a set, idempotently, and what is taken off stays in the library`,
      ),
    ],
  },
  {
    title: "Memos, older form",
    rows: [
      row(
        "M20",
        "List: page and limit (20 unless told, 1 to 100)",
        `${older}pages by number, newest first, twenty to a page`,
        `${large}of the older form has as many as were asked for, whatever they take`,
        `${older}names the field that is out of range`,
      ),
      row("M21", "List: by tag and visibility", `${spec}M21 · the older list narrows and orders`),
      row(
        "M22",
        "List: ordered by created_ts, updated_ts and pinned, either way",
        `${spec}M21 · the older list narrows and orders`,
        `${older}orders by the last change`,
      ),
      row(
        "M23",
        "List: a token for the next page, none on the last",
        `${older}gives a token for the next page, and none on the last`,
      ),
      row(
        "M24",
        "Create: content and visibility",
        `${memos}answers both forms' fields, and the memo reads back in the current one`,
      ),
      row(
        "M25",
        "Get, update and delete by integer id",
        `${older}is changed without a mask and trashed by its integer id`,
      ),
    ],
  },
  {
    title: "Attachments",
    rows: [
      row(
        "F1",
        "Create: with an id of letters and digits, or one that is made",
        `${spec}F1 · an attachment gets the id that is asked for, or one of its own`,
      ),
      row(
        "F2",
        "Upload by form, list by page, download and delete in the older form",
        `${resources}are uploaded, listed by page, downloaded and deleted by their number`,
      ),
      row(
        "F3",
        "What is refused in the older form says so in its words",
        `${resources}with a path in their name are refused in the older error form`,
      ),
    ],
  },
  {
    title: "Users, settings, views, shortcuts",
    rows: [
      row(
        "U1",
        "Settings are listed by page: 50 unless told, larger than 1000 taken as 1000",
        `${spec}U1 · settings are listed by page`,
        `${settings}are listed with their defaults, page by page, and are theirs alone`,
      ),
      row(
        "U2",
        "One setting is read by its name",
        `${clients}reads figures and settings of its user by name and by number`,
      ),
      row(
        "U3",
        "A view is updated with or without a mask",
        `${settings}are changed by mask or body and deleted`,
      ),
      row(
        "U4",
        "A shortcut is created, or only checked with validateOnly",
        `${settings}with validateOnly are checked and not kept`,
      ),
      row(
        "U5",
        "A user of the older form changes nickname, email and avatarUrl",
        `${older}is changed by nickname, email and avatarUrl without a mask, and answered so`,
      ),
    ],
  },
  {
    title: "Transcription",
    rows: [
      row(
        "I1",
        "An audio file becomes text by the instance's provider",
        `${transcribe}hands the recording to the provider as its protocol has it, and answers the text`,
      ),
    ],
  },
  {
    title: "Tags, search, system, webhooks of the older form",
    rows: [
      row(
        "G1",
        "Tags with counts, and their statistics",
        `${older}are the caller's own, most used first, with their last use`,
      ),
      row(
        "G2",
        "Search by words, limit and tag",
        `${older}ranks the better match first, and finds what is written without spaces`,
        `${spec}G2 · a search is narrowed by tag and cut at its limit`,
      ),
      row(
        "G3",
        "The system's information, with the version",
        `${older}is for everybody, in the older form's shape`,
      ),
      row("G4", "Webhooks are listed and created", `${webhooks}of the older form is the same one`),
    ],
  },
  {
    title: "Authentication",
    rows: [
      row(
        "A1",
        "By access token or by the cookie of a session",
        `${tokens}authenticate, and remember when they were used`,
        `${auth}takes both bodies and answers user, token and a guarded cookie`,
      ),
      row(
        "A2",
        "A token comes as a bearer on every request",
        `${tokens}authenticate, and remember when they were used`,
        `${auth}is not made good by a cookie beside it`,
      ),
      row(
        "A3",
        "Tokens are made by administrators, listed, read and revoked by id",
        `${spec}A3 · access tokens are an administrator's`,
        `${tokens}are listed newest first in pages that join to the whole`,
      ),
      row(
        "A4",
        "A token's value is shown once, at creation",
        `${tokens}show their value once, at creation`,
      ),
      row(
        "A5",
        "A token that is revoked is refused at once",
        `${tokens}say TOKEN_REVOKED at once when revoked, and are gone from the list`,
        `${spec}A5 · a token that is in use is refused by the request after its end`,
      ),
      row(
        "A6",
        "Sign-in sets a cookie, sign-out ends the session",
        `${auth}ends at once for cookie and token when it is signed out of`,
      ),
      row(
        "A7",
        "A share's token opens its memo for reading, and nothing else",
        `${shares}opens a private memo without a credential, and nothing of the account or around it`,
        `${shares}are those of its own memo and no other's`,
      ),
      row(
        "A8",
        "A missing, bad, expired or revoked credential is 401",
        `${auth}is 401 on %s %s`,
        `${auth}is 401 and not anonymous when there is none`,
        matrix,
      ),
      row(
        "A9",
        "Status answers the current user",
        `${spec}A9 · the status of a session is the older form's user`,
      ),
      row("A10", "Every request needs a credential, but for what is open by its nature", matrix),
      row(
        "A11",
        "A token may have an end and a description",
        `${tokens}say TOKEN_EXPIRED from their last moment on, in both forms`,
      ),
      row(
        "A12",
        "Administrators read what happened to accounts: GET /instance/auditLog, with a filter, for 90 days",
        "audit-log.test.ts › holds what happens to accounts, tokens and others' memos, and each is told once",
        "audit-log.test.ts › joins its pages to the whole, newest first, whatever is added meanwhile",
        "audit-log.test.ts › takes filters over each of its fields, and says what it does not take",
        "audit-log.test.ts › keeps ninety days",
      ),
    ],
  },
  {
    title: "Events",
    rows: [
      row(
        "E1",
        "Webhooks are kept per user, by either form",
        `${webhooks}is created, listed, changed and removed by its owner, and keeps its secret`,
        `${webhooks}of the older form is the same one`,
      ),
      row(
        "E2",
        "memo.created, memo.updated and memo.deleted are told to whom they were chosen by",
        `${webhooks}is made for each event that was chosen, and for all when none was`,
      ),
      row(
        "E3",
        "A signing secret signs what is sent",
        `${webhooks}carries the memo in the current form, with a signature that the library verifies`,
      ),
    ],
  },
  {
    title: "Errors",
    rows: [
      row(
        "R1",
        "Current form: code, message, details with @type",
        `${clients}hears of errors as a status object with code, message and details`,
      ),
      row(
        "R2",
        "Older form: error with code, message and details by field",
        `${older}names the field that is out of range`,
      ),
      row(
        "R3",
        "400 INVALID_ARGUMENT, code 3",
        `${http}of malformed JSON are 400 with code 3, naming the body`,
      ),
      row(
        "R4",
        "401 UNAUTHENTICATED",
        `${http}of the older form come where a request of it is made`,
      ),
      row(
        "R5",
        "401 TOKEN_EXPIRED",
        `${tokens}say TOKEN_EXPIRED from their last moment on, in both forms`,
      ),
      row(
        "R6",
        "401 TOKEN_REVOKED",
        `${tokens}say TOKEN_REVOKED at once when revoked, and are gone from the list`,
      ),
      row(
        "R7",
        "403 PERMISSION_DENIED",
        `${memos}do not exist while private, and cannot be written when public`,
        `${older}of somebody else does not exist while private, and cannot be written when public`,
      ),
      row("R8", "404 NOT_FOUND", `${http}of the older form come where a request of it is made`),
      row(
        "R9",
        "409 ALREADY_EXISTS",
        `${memos}is refused with an id that is all digits, and with one that is taken`,
      ),
      row(
        "R10",
        "429 RESOURCE_EXHAUSTED",
        `${http}count an address where the credential is bad or missing, in the older form too`,
      ),
      row(
        "R11",
        "500, without a detail",
        `${http}that nobody expected are an id that is in the log, and nothing else`,
      ),
    ],
  },
  {
    title: "Limits",
    rows: [
      row(
        "L1",
        "Requests per hour: 1000 with a credential, 100 without, unless told otherwise",
        "../src/cli/config.test.ts › have defaults that listen for this machine alone",
        `${http}count each credential by itself and say so on every answer`,
        `${http}count an address where the credential is bad or missing, in the older form too`,
      ),
      row(
        "L2",
        "X-RateLimit-Limit, -Remaining and -Reset, in Unix seconds",
        `${http}count each credential by itself and say so on every answer`,
      ),
      row(
        "L3",
        "429 over the limit",
        `${http}count each credential by itself and say so on every answer`,
      ),
      row(
        "L4",
        "Content and uploads have a limit: 413",
        `${memos}is 413 over the limit of content, and over the limit of a body`,
        `${files}that never ends is cut at the limit with 413 and leaves no file`,
      ),
    ],
  },
  {
    title: "Filters, order and page tokens, beside what the specification says",
    rows: [
      row(
        "O1",
        "An integer beside a time is epoch seconds, and `now()` is `now`; milliseconds are refused with what to write",
        `${olderFilters}epoch seconds stand beside created_ts, and pages go on`,
      ),
      row(
        "O2",
        "`creator_id` is the integer id; a saved filter names the user, and is refused where nobody has the id",
        `${olderFilters}are those of the list's other answers, and nobody's id finds nothing`,
        `${olderFilters}become names in a saved filter, and nobody's id is refused there`,
      ),
      row(
        "O3",
        "Attachment filters take `memo_id`: null, or the integer id",
        `${olderFilters}F17 · attachments by the integer id of their memo`,
      ),
      row(
        "O4",
        "`orderBy` takes `display_time`, camelCase and the `…_ts` names, and a trailing comma",
        `${pages}stands in the order in which it was made, in every order and at any size`,
      ),
      row(
        "O5",
        "Ties go by createTime, then by the order of making, in the direction of the last time that is named",
        `${pages}stands in the order in which it was made, in every order and at any size`,
        `${pages}among attachments, too`,
      ),
      row(
        "O6",
        "Comments, and a memo's comment relations, come newest first unless ordered",
        `${pages}F30 · comments come newest first unless ordered, and so do a memo's comment relations`,
      ),
      row(
        "O7",
        "A page token carries its page's size, which counts unless one is sent",
        `${pages}which counts unless one is sent, in every list`,
        `${pages}in the older form as well`,
      ),
    ],
  },
  {
    title: "Versions",
    rows: [
      row(
        "V1",
        "Every route of the API is below /api/v1",
        "routes.test.ts › every row of the table of routes is served, and nothing else without a reason",
      ),
      row(
        "V2",
        "Clients of 0.30 and 0.31 are served",
        `${clients}changes a memo without a mask, and by sending the whole memo back`,
        `${clients}asks for pages of a thousand and more, and for what each page is followed by`,
      ),
    ],
  },
  ...clientCoverage,
];
