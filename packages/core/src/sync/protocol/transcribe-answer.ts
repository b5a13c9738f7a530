import { z } from "zod";

/** What is said in a recording, as the server's provider wrote it down. */
export const transcribeAnswerSchema = z.object({ text: z.string() });

export type TranscribeAnswer = z.infer<typeof transcribeAnswerSchema>;
