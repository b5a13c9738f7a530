import { z } from "zod";

/** Text of a recording, as transcribed by the server's provider. */
export const transcribeAnswerSchema = z.object({ text: z.string() });

export type TranscribeAnswer = z.infer<typeof transcribeAnswerSchema>;
