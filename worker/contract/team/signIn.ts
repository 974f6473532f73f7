import * as v from 'valibot'
import { assertion, registration } from './credentials.ts'

/** Bodies of requests of the console's pages. They are not part of the API. */

/** A signature of a passkey. */
export const credentialBody = () => v.object({ credential: assertion() })

const secret = () => v.pipe(v.string(), v.regex(/^[0-9a-z]{2}[\w-]{43}$/))

/** The secret of an invitation's link. */
export const invitationBody = () => v.object({ secret: secret() })

/** A person who accepts an invitation. */
export const joinBody = () =>
  v.object({
    secret: secret(),
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    credential: registration(),
  })
