import { utf8 } from '#contract/encoding/bytes'
import { parseExpiry } from '#contract/card/expiry'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { sendFromWallet } from './walletSender.ts'
import type { WalletEnvelope } from './walletSender.ts'

/** Google Pay payloads for test mode, signed and encrypted like real ones with public test keys. */

export interface TestWalletPayment {
  /** A test card number; with CRYPTOGRAM_3DS it represents the device number. */
  readonly accountNumber: string
  /** MMYY */
  readonly expires: string
  readonly nameOnCard?: string
  readonly postalCode?: string
  /** CRYPTOGRAM_3DS by default, as most phones send. */
  readonly authMethod?: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  /** Base64; with CRYPTOGRAM_3DS only, random by default. */
  readonly cryptogram?: string
  /** With CRYPTOGRAM_3DS only. */
  readonly eciIndicator?: string
  /** ECv2 by default. */
  readonly protocolVersion?: GooglePayProtocol
  /** Validity from now, a week by default. A negative value creates an expired payload. */
  readonly expiresInMs?: number
  /** Random by default. A message is accepted once. */
  readonly messageId?: string
  /** The account that it pays; any by default. */
  readonly gatewayMerchantId?: string
}

/** A value for `digitalPayPayment`. */
export interface TestWalletPayload extends WalletEnvelope {
  readonly nameOnCard?: string
  readonly postalCode?: string
}

const weekMs = 7 * 86_400_000

/** Any 20 bytes: test mode cannot check them. */
const anyCryptogram = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='

const detailsOf = (payment: TestWalletPayment) => {
  const expiry = parseExpiry(payment.expires)
  if (expiry === null) throw new Error('expires must be a month and year, MMYY.')
  const { authMethod = 'CRYPTOGRAM_3DS', cryptogram = anyCryptogram, eciIndicator = '05' } = payment
  return {
    pan: payment.accountNumber,
    expirationMonth: expiry.month,
    expirationYear: expiry.year,
    authMethod,
    ...(authMethod === 'CRYPTOGRAM_3DS' && { cryptogram, eciIndicator }),
  }
}

/**
 * Creates a payload that test mode accepts and live mode rejects. Uses WebCrypto only, so it runs in browsers, Node and Workers.
 *
 * @param nowMs milliseconds since 1970; of the account's test clock, if it was set
 * @throws Error if `expires` is not a month and year
 */
export const makeTestWalletPayload = async (
  payment: TestWalletPayment,
  nowMs: number = Date.now(),
): Promise<TestWalletPayload> => {
  const { nameOnCard, postalCode, gatewayMerchantId, protocolVersion = 'ECv2', expiresInMs = weekMs } = payment
  const message = {
    paymentMethod: 'CARD',
    paymentMethodDetails: detailsOf(payment),
    messageId: payment.messageId ?? crypto.randomUUID(),
    messageExpiration: String(nowMs + expiresInMs),
    gatewayMerchantId,
  }
  const envelope = await sendFromWallet(utf8(JSON.stringify(message)), {
    protocolVersion,
    ...googlePayTestKeys,
    // Expires last, so that an expired payload is one with an expired message.
    keyExpiresMs: nowMs + weekMs + Math.max(expiresInMs, 0),
  })
  return {
    ...envelope,
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(postalCode !== undefined && { postalCode }),
  }
}
