import { randomBase62 } from '#contract/encoding/bytes'

/** A keyed fingerprint of a text, which differs for each account. */
export interface FingerprintNeeds {
  readonly requestFingerprint: (request: string) => Promise<string>
}

const randomLength = 22

/** By what the gateway knows a name that it made itself, for this checkout. No secret: whoever may pay is given one. */
const authenticationTag = async (checkout: string, random: string, services: FingerprintNeeds) =>
  (await services.requestFingerprint(`checkout/${checkout}/${random}`)).slice(0, 32)

/** A name for one try to pay. It is kept nowhere until it is spent, so that looking at a checkout writes nothing. */
export const mintNonce = async (checkout: string, services: FingerprintNeeds): Promise<string> => {
  const random = randomBase62(randomLength)
  return random + (await authenticationTag(checkout, random, services))
}

export const isValidNonce = async (checkout: string, nonce: string, services: FingerprintNeeds): Promise<boolean> =>
  nonce.slice(randomLength) === (await authenticationTag(checkout, nonce.slice(0, randomLength), services))
