import { defineMetaFamily, metaForm } from "@tidemark/core";

/**
 * Id under which a memo that was removed for good was created again from a backup, by its id in the backup. So
 * restoring it again finds the same memo.
 */
export const restoredMemoKeys = defineMetaFamily("restored_memo:", metaForm.text);
