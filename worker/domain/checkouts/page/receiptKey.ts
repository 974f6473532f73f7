import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { Clock } from '../../clock.ts'
import type { FingerprintNeeds } from '../pay/nonce.ts'
import { paidAttempt } from '../status.ts'

/** A receipt shows personal data for a day after the payment. */
export const receiptKeyLifetimeMs = 86_400_000

/** `clock` is the account's, which in test mode may be far from real time. Both limit the lifetime. */
export interface ReceiptKeyNeeds extends FingerprintNeeds {
  readonly clock: Clock
  readonly realClock: Clock
}

/** A MAC: it proves that the gateway issued the key at this time, for the payment of this checkout. */
const authenticationTag = (checkout: string, nonce: string, issued: string, services: FingerprintNeeds) =>
  services.requestFingerprint(`receipt/${checkout}/${nonce}/${issued}`)

const isRecent = (now: number, then: number): boolean => Math.abs(now - then) < receiptKeyLifetimeMs

/**
 * The key to the personal data of a receipt, for the browser that paid: it has the nonce of the payment. The checkout's id opens the receipt
 * without them, because it is in URLs that are handed out.
 *
 * @returns null for an unpaid checkout, and for the nonce of another attempt
 */
export const issueReceiptKey = async (
  found: FoundCheckout,
  nonce: string,
  services: ReceiptKeyNeeds,
): Promise<string | null> => {
  const paid = paidAttempt(found)
  if (paid === undefined || paid.nonce !== nonce) return null
  const issued = services.realClock.now().toString(36)
  return `${issued}.${await authenticationTag(found.checkout.id, nonce, issued, services)}`
}

/** Whether a key opens the personal data of a checkout's receipt now. */
export const isValidReceiptKey = async (
  found: FoundCheckout,
  key: string,
  services: ReceiptKeyNeeds,
): Promise<boolean> => {
  const paid = paidAttempt(found)
  const [issued = '', tag] = key.split('.')
  if (paid === undefined || !isRecent(services.clock.now(), paid.created)) return false
  if (!isRecent(services.realClock.now(), Number.parseInt(issued, 36))) return false
  return tag === (await authenticationTag(found.checkout.id, paid.nonce, issued, services))
}
