import { randomBase62 } from '#contract/bytes'
import type { AccountServices } from '../../app/compose.ts'

const randomLength = 22

/** By what the gateway knows a name that it made itself, for this checkout. No secret: whoever may pay is given one. */
const markOf = async (checkout: string, random: string, services: Pick<AccountServices, 'requestFingerprint'>) =>
  (await services.requestFingerprint(`checkout/${checkout}/${random}`)).slice(0, 32)

/** A name for one try to pay. It is kept nowhere until it is spent, so that looking at a checkout writes nothing. */
export const mintNonce = async (
  checkout: string,
  services: Pick<AccountServices, 'requestFingerprint'>,
): Promise<string> => {
  const random = randomBase62(randomLength)
  return random + (await markOf(checkout, random, services))
}

export const isNonceOf = async (
  checkout: string,
  nonce: string,
  services: Pick<AccountServices, 'requestFingerprint'>,
): Promise<boolean> => nonce.slice(randomLength) === (await markOf(checkout, nonce.slice(0, randomLength), services))
