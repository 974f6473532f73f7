import { randomBase62 } from '#contract/encoding/bytes'

/** Returns a keyed hash of a text, with a key of the account. */
export interface FingerprintNeeds {
  readonly requestFingerprint: (request: string) => Promise<string>
}

const randomLength = 22

/** A MAC: it proves that the gateway minted the nonce for this checkout. It is not secret, since each page receives a nonce. */
const authenticationTag = async (checkout: string, random: string, services: FingerprintNeeds) =>
  (await services.requestFingerprint(`checkout/${checkout}/${random}`)).slice(0, 32)

/** Mints the idempotency key of one attempt. It is not stored before the attempt, so that a page view writes nothing. */
export const mintNonce = async (checkout: string, services: FingerprintNeeds): Promise<string> => {
  const random = randomBase62(randomLength)
  return random + (await authenticationTag(checkout, random, services))
}

export const isValidNonce = async (checkout: string, nonce: string, services: FingerprintNeeds): Promise<boolean> =>
  nonce.slice(randomLength) === (await authenticationTag(checkout, nonce.slice(0, randomLength), services))
