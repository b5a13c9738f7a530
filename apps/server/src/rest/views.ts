import { type MaskFields, resolveFieldMask, unwrap } from "@tidemark/core";
import type { SavedView, ViewFace, ViewFields, ViewIcon, ViewName } from "@tidemark/core/view";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "./shared/rest-route.ts";
import { writeOne, writeRows } from "../http/answers/writable-rows.ts";
import { booleanQuery, nothing, pageSizeQuery, pageTokenQuery } from "./shared/wire-values.ts";

const shortcutJson = z
  .object({ name: z.string(), title: z.string(), filter: z.string() })
  .meta({ id: "Shortcut" });

const viewJson = z
  .object({
    name: z.string(),
    title: z.string(),
    filter: z.string(),
    icon: z.object({ emoji: z.string().optional(), lucide: z.string().optional() }).optional(),
  })
  .meta({ id: "MemoView" });

const iconInput = z
  .object({ emoji: z.string().nullish(), lucide: z.string().nullish() })
  .transform(({ emoji, lucide }, context): ViewIcon | undefined => {
    if (emoji && lucide) {
      context.addIssue({ code: "custom", message: "needs one of emoji and lucide" });
      return z.NEVER;
    }
    if (emoji) return { emoji };
    return lucide ? { lucide } : undefined;
  });

const fields = {
  title: z.string().nullish(),
  filter: z.string().nullish(),
  icon: iconInput.nullish(),
};
const newView = z.object(fields);
const viewPatch = z.looseObject(fields);

const faces = {
  shortcut: {
    path: "shortcuts",
    list: "shortcuts",
    json: shortcutJson,
    mask: { writable: ["title", "filter"], outputOnly: ["name"] },
  },
  view: {
    path: "views",
    list: "memoViews",
    json: viewJson,
    mask: { writable: ["title", "filter", "icon"], outputOnly: ["name"] },
  },
} as const satisfies Record<
  ViewFace,
  { mask: MaskFields<keyof ViewFields>; [key: string]: unknown }
>;

/** Routes for saved filters, under two names: shortcuts and views. */
export const viewRoutes: RestRoutes = async (app, { services }) => {
  const { views } = services;
  const params = z.object({ user: z.string() });

  for (const face of ["shortcut", "view"] as const) {
    const { path, list, json, mask } = faces[face];
    const toJson = (view: SavedView): z.infer<typeof viewJson> => ({
      name: `${view.user}/${path}/${view.id}`,
      title: view.title,
      filter: view.filter,
      ...(face === "view" && view.icon !== null && { icon: view.icon }),
    });
    const oneToJson = (view: SavedView) =>
      writeOne("view", view.id, () => json.encode(toJson(view)));
    const oneParams = params.extend({ [face]: z.string() });
    const nameOf = ({ params: given }: { readonly params: object }): ViewName => {
      const { user, [face]: id } = given as Record<string, unknown>;
      return { user: String(user), id: String(id) };
    };

    app.get(
      `/users/:user/${path}`,
      {
        schema: {
          tags: ["users"],
          summary: `List one's ${path}, oldest first`,
          params,
          querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
          response: { 200: z.object({ [list]: z.array(json), nextPageToken: z.string() }) },
        },
      },
      async (request) => {
        const { caller } = identityOf(request);
        const page = unwrap(await views.list(caller, face, request.params.user, request.query));
        const shown = writeRows("view", page.items, (view) => json.encode(toJson(view)));
        return { [list]: shown, nextPageToken: page.nextPageToken };
      },
    );

    app.post(
      `/users/:user/${path}`,
      {
        schema: {
          tags: ["users"],
          summary: `Create a ${face}; with validateOnly only check it`,
          params,
          querystring: z.object({ validateOnly: booleanQuery.optional() }),
          body: newView,
          response: { 200: json },
        },
      },
      async (request) => {
        const { caller } = identityOf(request);
        const { title, filter, icon } = request.body;
        const input = {
          title: title ?? "",
          filter: filter ?? "",
          icon: face === "view" ? (icon ?? null) : null,
          validateOnly: request.query.validateOnly === true,
        };
        return toJson(unwrap(await views.create(caller, face, request.params.user, input)));
      },
    );

    app.get(
      `/users/:user/${path}/:${face}`,
      {
        schema: {
          tags: ["users"],
          summary: `Get a ${face}`,
          params: oneParams,
          response: { 200: json },
        },
      },
      async (request) => {
        const { caller } = identityOf(request);
        return oneToJson(unwrap(await views.get(caller, face, nameOf(request))));
      },
    );

    app.patch(
      `/users/:user/${path}/:${face}`,
      {
        schema: {
          tags: ["users"],
          summary: `Update a ${face}`,
          params: oneParams,
          querystring: z.object({ updateMask: z.string().optional() }),
          body: viewPatch,
          response: { 200: json },
        },
      },
      async (request) => {
        const { caller } = identityOf(request);
        const { body } = request;
        const paths = unwrap(
          resolveFieldMask<keyof ViewFields>(mask, request.query.updateMask, body),
        );
        const empty = { title: "", filter: "", icon: null };
        const changes = Object.fromEntries(
          paths.map((field) => [field, body[field] ?? empty[field]]),
        );
        return oneToJson(unwrap(await views.update(caller, face, nameOf(request), changes)));
      },
    );

    app.delete(
      `/users/:user/${path}/:${face}`,
      {
        schema: {
          tags: ["users"],
          summary: `Delete a ${face}`,
          params: oneParams,
          response: { 200: nothing },
        },
      },
      async (request) => {
        const { caller } = identityOf(request);
        unwrap(await views.remove(caller, face, nameOf(request)));
        return {};
      },
    );
  }
};
