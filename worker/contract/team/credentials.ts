import * as v from 'valibot'

const base64url = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[\w-]*$/))

/** A new passkey, as `PublicKeyCredential.toJSON()` has it. */
export const registration = () =>
  v.object({
    id: base64url(1400),
    response: v.object({ clientDataJSON: base64url(4000), attestationObject: base64url(16_000) }),
  })
export type Registration = v.InferOutput<ReturnType<typeof registration>>

/** A signature of a passkey, as `PublicKeyCredential.toJSON()` has it. */
export const assertion = () =>
  v.object({
    id: base64url(1400),
    response: v.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: v.nullish(base64url(200)),
    }),
  })
export type Assertion = v.InferOutput<ReturnType<typeof assertion>>
