import { AppFailure, invalidField, unwrap } from "@tidemark/core";
import { z } from "zod";
import { clearSessionCookie, identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  answerSignedIn,
  signInBodyLimitBytes,
  sessionTokenJson,
  sessionTokenToJson,
  signedInJson,
  webClient,
} from "./signed-in.ts";
import {
  olderUserJson,
  userInBothForms,
  userJson,
  userToBothForms,
  userToJson,
  userToOlderJson,
} from "../user/json.ts";
import { nothing } from "../shared/wire-values.ts";

const passwordCredentials = z.object({
  username: z.string().max(256),
  password: z.string().max(8192),
});

export const authRoutes: RestRoutes = async (app, { services, config }) => {
  const { auth } = services;

  app.post(
    "/auth/signin",
    {
      config: { access: "sign-in", bucket: "sign-in" },
      bodyLimit: signInBodyLimitBytes,
      schema: {
        tags: ["auth"],
        summary: "Sign in",
        security: [],
        body: passwordCredentials.partial().extend({
          passwordCredentials: passwordCredentials.nullish(),
        }),
        response: { 200: signedInJson },
      },
    },
    async (request, reply) => {
      const { username, password } = request.body.passwordCredentials ?? request.body;
      if (username === undefined) throw new AppFailure(invalidField("username", "is required"));
      if (password === undefined) throw new AppFailure(invalidField("password", "is required"));
      const signedIn = unwrap(await auth.signIn({ username, password }, webClient(request)));
      return answerSignedIn(request, reply, signedIn, config.publicUrl);
    },
  );

  app.post(
    "/auth/signup",
    {
      config: { access: "sign-in" },
      schema: {
        tags: ["auth"],
        summary: "Sign up, where that is allowed",
        security: [],
        body: passwordCredentials,
        response: { 200: signedInJson },
      },
    },
    async (request, reply) => {
      const signedIn = unwrap(await auth.signUp(request.body, webClient(request)));
      return answerSignedIn(request, reply, signedIn, config.publicUrl);
    },
  );

  app.post(
    "/auth/refresh",
    {
      schema: {
        tags: ["auth"],
        summary: "Get a new access token for the session in the cookie",
        response: { 200: sessionTokenJson },
      },
    },
    async (request) => {
      const carrier = request.carrier ?? "bearer";
      return sessionTokenToJson(unwrap(await auth.refresh(identityOf(request), carrier)));
    },
  );

  app.post(
    "/auth/signout",
    { schema: { tags: ["auth"], summary: "End the session", response: { 200: nothing } } },
    async (request, reply) => {
      await auth.signOut(identityOf(request));
      clearSessionCookie(reply);
      return {};
    },
  );

  app.get(
    "/auth/me",
    {
      schema: {
        tags: ["auth"],
        summary: "Get the current user",
        response: { 200: z.object({ user: userJson }) },
      },
    },
    async (request) => ({ user: userToJson(identityOf(request).user) }),
  );

  app.get(
    "/auth/status",
    {
      schema: {
        tags: ["older form"],
        summary: "Get the current user",
        response: { 200: z.object({ user: olderUserJson }) },
      },
    },
    async (request) => ({ user: userToOlderJson(identityOf(request).user) }),
  );

  app.post(
    "/auth/status",
    {
      schema: {
        tags: ["older form"],
        summary: "Get the current user, in both forms",
        response: { 200: userInBothForms },
      },
    },
    async (request) => userToBothForms(identityOf(request).user),
  );
};
