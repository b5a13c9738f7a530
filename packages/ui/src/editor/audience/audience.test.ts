import { TRPCClientError } from "@trpc/client";
import { appError } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { describeRefusedAudience } from "../../memo/refused-audience.ts";
import { type AudienceOffer, offerAudiences } from "./audience.ts";

const garden = { name: "spaces/garden", title: "Garden" };
const untitled = { name: "spaces/h", title: "h" };
const isPrivate = { visibility: "PRIVATE", space: null, spaceTitle: null } as const;

const labels = (offers: readonly AudienceOffer[]) => offers.map(({ label }) => label);
const general = ["Private", "Signed-in users", "Public"];

describe("the offered audiences", () => {
  test("are the general visibilities for a user in no space", () => {
    const offered = offerAudiences(isPrivate, []);
    expect(labels(offered.general)).toEqual(general);
    expect(offered.spaces).toEqual([]);
    expect(offered.current.audience).toEqual({ visibility: "PRIVATE" });
  });

  test("include each of the user's spaces, with visibility and space in one choice", () => {
    const offered = offerAudiences(isPrivate, [garden, untitled]);
    expect(labels(offered.general)).toEqual(general);
    expect(labels(offered.spaces)).toEqual(["Garden", "h"]);
    expect(offered.spaces[0]?.audience).toEqual({ visibility: "SPACE", space: garden.name });
  });

  test("label the memo's space with the title from the user's list of spaces", () => {
    const memo = { visibility: "SPACE", space: garden.name, spaceTitle: null } as const;
    const offered = offerAudiences(memo, [untitled, garden]);
    expect(offered.current).toBe(offered.spaces[1]);
    expect(offered.current.label).toBe("Garden");
    expect(labels(offered.general)).toEqual(general);
  });

  test("list a space that the user has left first, without an audience to choose", () => {
    const memo = { visibility: "SPACE", space: "spaces/left", spaceTitle: null } as const;
    const offered = offerAudiences(memo, [garden]);
    expect(offered.current).toMatchObject({ label: "Space", audience: null });
    expect(labels(offered.general)).toEqual(["Space", ...general]);
    expect(labels(offered.spaces)).toEqual(["Garden"]);
    const titled = offerAudiences({ ...memo, spaceTitle: "Cellar" }, []);
    expect(labels(titled.general)).toEqual(["Cellar", ...general]);
  });

  test("show Private for a memo that was hidden from its space", () => {
    const memo = { visibility: "PRIVATE", space: garden.name, spaceTitle: "Garden" } as const;
    expect(offerAudiences(memo, [garden]).current.label).toBe("Private");
  });
});

test("explains that the user has left the space, and shows other refusals unchanged", () => {
  const refused = (field: string) =>
    TRPCClientError.from({
      error: {
        code: -32600,
        message: "refused",
        data: { app: appError("NOT_FOUND", "refused", [{ field, issue: "not found" }]) },
      },
    });
  expect(describeRefusedAudience(refused("space"))).toMatch(/^You’re no longer in that space/);
  expect(describeRefusedAudience(refused("content"))).toBe("Refused.");
});
