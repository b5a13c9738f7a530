import { type AppError, AppFailure, errorCodes, type Result } from "@tidemark/core";
import type { Client, SignedIn } from "@tidemark/core/auth";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { sharedCookie } from "@tidemark/core/page";
import { browserClient, startBrowserSession } from "../http/guards/browser-session.ts";
import type { RouteDeclaration } from "../http/routing/route-declaration.ts";
import { signInBodyLimitBytes } from "../rest/auth/signed-in.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { type Check, type Field, formPage, type OtherDoor } from "./door-page.ts";
import { type DoorWords, doorWords } from "./door-words.ts";
import { type FormProblem, formProblem } from "./form-errors.ts";
import { answerFailures } from "./notices.ts";
import { ownPath, withNext } from "./own-path.ts";
import { redirectTo, sendPage } from "./page-headers.ts";
import { type Form, readForms } from "./read-form.ts";
import { passwordLinkPath } from "../auth/password-link-address.ts";
import { isSignedIn } from "./signed-in.ts";

const doors = ["/sign-in", "/sign-up", "/set-up", "/connect", passwordLinkPath] as const;
type Door = (typeof doors)[number];

/** Fills in the code of a link, and removes it from the address. A fragment isn't sent to servers or logged. */
const codeScript = `
const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code !== null) {
  history.replaceState(null, "", location.pathname + location.search);
  document.getElementById("code").value ||= code.slice(0, 100);
  document.querySelector("[type=password]")?.focus();
}
`;

/** Name of the checkbox for a shared computer. */
const sharedField = "shared";

/** Form of a door. */
interface DoorForm {
  readonly title: string;
  readonly lead?: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly script?: string;
  readonly check?: Check;
  /** Meaning of PERMISSION_DENIED. */
  readonly denied: FormProblem;
  open(form: Form, client: Client): Promise<Result<SignedIn, AppError>>;
}

/**
 * Serves the forms for signing in, creating an account, and creating the first administrator. They work
 * without scripts, use the services and limits of the API's routes, and start a session in the browser's
 * cookie.
 */
export const signInRoutes: FastifyPluginAsync<
  Pick<AppDeps, "services" | "config" | "page">
> = async (app, { services, config, page: built = null }) => {
  const { auth, instance } = services;
  readForms(app);
  answerFailures(app);

  let isSetUp = false;
  /** True until there is an administrator, who can't be removed again. */
  async function needsSetup(): Promise<boolean> {
    if (!isSetUp) isSetUp = !(await auth.needsSetup());
    return !isSetUp;
  }

  /** Returns the door to go through, which may be another one than asked for. */
  async function rightDoor(asked: Door): Promise<Door> {
    if (await needsSetup()) return "/set-up";
    if (asked === "/set-up") return "/sign-in";
    return asked === "/sign-up" && !instance.current().GENERAL.allowSignUp ? "/sign-in" : asked;
  }

  function formOf(door: Door, words: DoorWords): DoorForm {
    const account = (form: Form) => ({
      username: form.get("username")?.trim() ?? "",
      password: form.get("password") ?? "",
    });
    switch (door) {
      case "/sign-in":
        return {
          title: words.signInTitle,
          submit: words.signIn,
          fields: [
            { name: "username", label: words.username, fill: "username" },
            {
              name: "password",
              label: words.password,
              type: "password",
              fill: "current-password",
            },
          ],
          check: { name: sharedField, label: words.shared, hint: words.sharedHint },
          denied: ["", words.passwordsOff],
          open: (form, client) => auth.signIn(account(form), client),
        };
      case "/sign-up":
        return {
          title: words.signUpTitle,
          submit: words.signUp,
          fields: newAccountFields(words),
          denied: ["", words.signUpClosed],
          open: (form, client) => auth.signUp(account(form), client),
        };
      case "/connect":
        return {
          title: words.codeSignIn,
          lead: words.codeSignInBody,
          submit: words.signIn,
          fields: [
            {
              name: "code",
              label: words.deviceCode,
              fill: "off",
              hint: words.deviceCodeHint,
              missing: words.enterDeviceCode,
            },
          ],
          denied: ["code", words.wrongDeviceCode],
          script: codeScript,
          open: (form, client) => auth.pairing.redeem(form.get("code") ?? "", client),
        };
      case passwordLinkPath:
        return {
          title: words.passwordTitle,
          lead: words.passwordBody,
          submit: words.choosePassword,
          fields: [
            {
              name: "code",
              label: words.linkCode,
              fill: "off",
              missing: words.enterLinkCode,
              keepsCase: true,
            },
            ...newPasswordFields(words),
          ],
          denied: ["code", words.wrongLinkCode],
          script: codeScript,
          open: (form, client) =>
            auth.passwordLinks.redeem(
              { code: form.get("code") ?? "", password: form.get("password") ?? "" },
              client,
            ),
        };
      case "/set-up":
        return {
          title: words.setUpTitle,
          lead: words.setUpBody,
          submit: words.setUp,
          fields: [
            { name: "code", label: words.code, fill: "off", hint: words.codeHint },
            ...newAccountFields(words),
          ],
          denied: ["code", words.wrongCode],
          open: (form, client) =>
            auth.setUp({ ...account(form), code: form.get("code") ?? "" }, client),
        };
    }
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    door: Door,
    sent: { readonly form: Form; readonly status: number; readonly problem?: FormProblem },
  ): Promise<FastifyReply> {
    const { language, words } = doorWords(request);
    const { title, lead, submit, fields, check, script } = formOf(door, words);
    const next = ownPath(sent.form.get("next"));
    const page = formPage({
      language,
      title,
      submit,
      fields,
      check,
      next,
      action: door,
      values: sent.form,
      errors: new Map(sent.problem === undefined ? [] : [sent.problem]),
      others: otherDoors(door, next, words),
      soon: (await built?.builds.first()) ?? [],
      ...(lead !== undefined && { lead }),
      ...(script !== undefined && { script }),
    });
    return sendPage(request, reply, sent.status, page);
  }

  /** Returns the links from one form to the others. */
  function otherDoors(door: Door, next: string, words: DoorWords): OtherDoor[] {
    const signIn = withNext("/sign-in", next);
    switch (door) {
      case "/set-up":
        return [];
      case "/sign-up":
      case passwordLinkPath:
        return [{ question: words.haveAccount, label: words.signIn, path: signIn }];
      case "/connect":
        return [{ label: words.usePassword, path: signIn }];
      case "/sign-in": {
        const code = { label: words.useCode, path: withNext("/connect", next) };
        if (!instance.current().GENERAL.allowSignUp) return [code];
        const path = withNext("/sign-up", next);
        return [{ question: words.noAccount, label: words.signUp, path }, code];
      }
    }
  }

  async function submit(
    request: FastifyRequest,
    reply: FastifyReply,
    door: Door,
  ): Promise<FastifyReply> {
    const form = request.body instanceof Map ? (request.body as Form) : new Map<string, string>();
    const next = ownPath(form.get("next"));
    const right = await rightDoor(door);
    const { words } = doorWords(request);
    // A sign-up page may be open while an administrator closes it.
    const isClosed = door === "/sign-up" && right === "/sign-in";
    if (right !== door && !isClosed) return redirectTo(reply, withNext(right, next));
    const { fields, denied, open } = formOf(door, words);
    const missing = missingField(form, fields, words);
    if (missing !== null)
      return show(request, reply, door, { form, status: 400, problem: missing });
    const opened = await open(form, browserClient(request));
    if (!opened.ok) {
      const { error } = opened;
      // Somebody else was faster.
      if (door === "/set-up" && !(await needsSetup())) {
        return redirectTo(reply, withNext("/sign-in", next));
      }
      const problem = formProblem(error, words, denied);
      if (problem === null) throw new AppFailure(error);
      if (error.retryAfterMs !== undefined) {
        reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
      }
      return show(request, reply, door, { form, status: errorCodes[error.code].status, problem });
    }
    const { publicUrl } = config;
    const isShared = form.has(sharedField);
    await startBrowserSession(request, reply, opened.value, { auth, publicUrl, isShared });
    return redirectTo(reply, next);
  }

  const schema = { hide: true };
  for (const door of doors) {
    app.get<{ Querystring: { next?: unknown; again?: unknown } }>(
      door,
      { schema },
      async (request, reply) => {
        const next = ownPath(request.query.next);
        // The app asks for the form again if another account's memos are in the browser.
        const isAgain = request.query.again !== undefined;
        // A link for a password may be another account's, or of somebody who forgot the own one.
        if (isSignedIn(request) && !isAgain && door !== passwordLinkPath) {
          return redirectTo(reply, door === "/connect" ? withFragment(next) : next);
        }
        const right = await rightDoor(door);
        if (right !== door) return redirectTo(reply, withNext(right, next));
        const form = new Map([["next", next]]);
        if (request.cookies[sharedCookie] !== undefined) form.set(sharedField, "yes");
        return show(request, reply, door, { form, status: 200 });
      },
    );
    const config = { access: "sign-in", bucket: "sign-in" } satisfies Partial<RouteDeclaration>;
    app.post(door, { schema, config, bodyLimit: signInBodyLimitBytes }, (request, reply) =>
      submit(request, reply, door),
    );
  }
};

/** A browser would add the fragment of the address that it asked for, which may contain a code. */
function withFragment(path: string): string {
  return path.includes("#") ? path : `${path}#/`;
}

function newAccountFields(words: DoorWords): Field[] {
  return [
    { name: "username", label: words.username, fill: "username", hint: words.usernameHint },
    ...newPasswordFields(words),
  ];
}

function newPasswordFields(words: DoorWords): Field[] {
  return [
    {
      name: "password",
      label: words.password,
      type: "password",
      fill: "new-password",
      hint: words.passwordHint,
    },
    { name: "repeated", label: words.repeatPassword, type: "password", fill: "new-password" },
  ];
}

/** Returns the first field that is empty, or differs from the one it repeats. */
function missingField(form: Form, fields: readonly Field[], words: DoorWords): FormProblem | null {
  const sentences: Readonly<Record<string, string>> = {
    code: words.enterCode,
    username: words.enterUsername,
    password: words.enterPassword,
  };
  for (const { name, missing } of fields) {
    const sentence = missing ?? sentences[name];
    if (sentence !== undefined && (form.get(name) ?? "").trim() === "") return [name, sentence];
  }
  const isRepeated = fields.some(({ name }) => name === "repeated");
  if (!isRepeated || form.get("repeated") === form.get("password")) return null;
  return ["repeated", words.passwordsDiffer];
}
