import * as v from 'valibot'
import { assertion, registration } from './credentials.ts'

/** Bodies of requests of the console's pages. They are not part of the API. */

/** A signature of a passkey. */
export const credentialBody = () => v.object({ credential: assertion() })

const secret = () => v.pipe(v.string(), v.regex(/^[0-9a-z]{2}[\w-]{43}$/))

/** The secret of an invitation's link. */
export const invitationBody = () => v.object({ secret: secret() })

const recoveryCode = () => v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-z]{2}(-[0-9A-Za-z]{6}){4}$/))

/** The recovery code of a person who has no passkey left. */
export const recoveryBody = () => v.object({ code: recoveryCode() })

export const recoverBody = () => v.object({ code: recoveryCode(), credential: registration() })

/** The membership of a person whom Cloudflare Access has let through: shard and id. */
export const accessSignInBody = () => v.object({ member: v.pipe(v.string(), v.regex(/^[0-9a-z]{2}[0-9a-f-]{36}$/)) })

/** One more passkey of a signed-in person. Without a name it has that of the browser. */
export const newPasskeyBody = () =>
  v.object({
    credential: registration(),
    name: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  })

/** A person who accepts an invitation. */
export const joinBody = () =>
  v.object({
    secret: secret(),
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    credential: registration(),
  })
