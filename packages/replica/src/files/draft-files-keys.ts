import { defineMetaFamily, metaForm } from "@tidemark/core";
import { z } from "zod";

/** Ids of a draft's files, by the draft's key. */
export const draftFilesKeys = defineMetaFamily("draft-files:", metaForm.json(z.array(z.string())));
