import { type AppError, AppFailure, type Result, type ServerDatabase } from "@tidemark/core";
import type { Services } from "./services.ts";
import type { Meter, SignInMethod, SignInResult } from "./meter.ts";

/** Returns the database with its writes measured, including their wait for earlier ones. */
export function meterWrites(database: ServerDatabase, meter: Meter): ServerDatabase {
  return {
    read: (work) => database.read(work),
    async write(work, by) {
      const done = meter.writing();
      try {
        return await database.write(work, by);
      } finally {
        done();
      }
    },
    onCommit: (listener) => database.onCommit(listener),
  };
}

/** Returns the services that count their calls. */
export function meterCalls(
  { auth, sync }: Pick<Services, "auth" | "sync">,
  meter: Meter,
): Pick<Services, "auth" | "sync"> {
  const counted = <T>(method: SignInMethod, signingIn: Promise<Result<T, AppError>>) =>
    countSignIn(meter, method, signingIn);
  return {
    auth: {
      ...auth,
      signIn: (account, client) => counted("password", auth.signIn(account, client)),
      signUp: (account, client) => counted("sign-up", auth.signUp(account, client)),
      setUp: (account, client) => counted("set-up", auth.setUp(account, client)),
      pairing: {
        ...auth.pairing,
        redeem: (typed, client) => counted("pairing", auth.pairing.redeem(typed, client)),
      },
    },
    sync: {
      ...sync,
      async push(caller, request) {
        try {
          const answer = await sync.push(caller, request);
          meter.pushed(answer.type);
          if (answer.type === "results") {
            for (const { code } of answer.results) meter.pushedOperation(code);
          }
          return answer;
        } catch (error) {
          meter.pushed("failed");
          throw error;
        }
      },
    },
  };
}

async function countSignIn<T>(
  meter: Meter,
  method: SignInMethod,
  signingIn: Promise<Result<T, AppError>>,
): Promise<Result<T, AppError>> {
  try {
    const signedIn = await signingIn;
    meter.signedIn(method, signedIn.ok ? "ok" : resultOf(signedIn.error));
    return signedIn;
  } catch (error) {
    meter.signedIn(method, error instanceof AppFailure ? resultOf(error.error) : "failed");
    throw error;
  }
}

function resultOf({ code }: AppError): SignInResult {
  return code === "RESOURCE_EXHAUSTED" ? "limited" : "refused";
}
