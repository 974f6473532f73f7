import { utf8 } from '#contract/encoding/bytes'
import { parseExpiry } from '#contract/card/expiry'
import { testWallet } from '#contract/tokens/googlePayTestKeys'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { sendFromWallet } from './walletSender.ts'
import type { WalletEnvelope } from './walletSender.ts'

/** Envelopes of a phone's wallet without a phone, for test mode: signed and encrypted like real ones, by keys that everybody has. */

export interface TestWalletPayment {
  /** A test card's number; with CRYPTOGRAM_3DS it stands for the device's own. */
  readonly accountNumber: string
  /** MMYY */
  readonly expires: string
  readonly nameOnCard?: string
  readonly postalCode?: string
  /** CRYPTOGRAM_3DS where absent, as most phones send. */
  readonly authMethod?: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  /** Base64; only with CRYPTOGRAM_3DS, and made up where absent. */
  readonly cryptogram?: string
  /** Only with CRYPTOGRAM_3DS. */
  readonly eciIndicator?: string
  /** ECv2 where absent. */
  readonly protocolVersion?: WalletProtocol
  /** From now on; a week where absent. Negative makes one that has expired. */
  readonly expiresInMs?: number
  /** Random where absent. A message is taken once. */
  readonly messageId?: string
  /** The account that it pays; any where absent. */
  readonly gatewayMerchantId?: string
}

/** A value for `digitalPayPayment`. */
export interface TestWalletPayload extends WalletEnvelope {
  readonly nameOnCard?: string
  readonly postalCode?: string
}

const weekMs = 7 * 86_400_000

/** Any 20 bytes will do: nobody in test mode can check them. */
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
 * Makes an envelope that test mode takes, and live mode never does. WebCrypto alone, so it runs in browsers, Node and workers.
 *
 * @param nowMs milliseconds since 1970; of the account's test clock, where that was set
 * @throws Error where `expires` is no month of a year
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
    ...testWallet,
    // Never first to expire, so that an expired envelope is one for its message.
    keyExpiresMs: nowMs + weekMs + Math.max(expiresInMs, 0),
  })
  return {
    ...envelope,
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(postalCode !== undefined && { postalCode }),
  }
}
