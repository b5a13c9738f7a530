import { defineMetaFamily, metaForm } from "@tidemark/core";
import { z } from "zod";

/** Ids of the files of a draft, by its key. */
export const draftFilesKeys = defineMetaFamily("draft-files:", metaForm.json(z.array(z.string())));
