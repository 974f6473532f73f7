import type { DigitalPayPayment } from '#contract/transactions/payment'
import { apiError } from '#contract/errors/apiError'
import type { TakenMessage } from '../../../store/tokens/usedMessages.ts'
import type { Card } from '../../../vault/cards/cards.ts'
import type { WalletCryptogram } from '../../../vault/cards/walletCryptogram.ts'
import type { WalletPayments } from '../../../vault/walletPayloads/walletPayments.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { cardColumns, cardInstrument } from './card.ts'
import type { CardColumnsNeeds } from './card.ts'
import { definedOnly } from '../../definedOnly.ts'
import { customerInitiated } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** Path of a wallet payload in a payment. */
export const walletPaymentField = 'payment.digitalPayPayment'

/** The same text for every defect, so that an attacker learns nothing about the payload. */
const walletPaymentFormat = 'payment envelope that is valid, for this account, and was not used before'

/**
 * The error of an invalid wallet payload.
 *
 * @param field its path in the request
 */
export const invalidWalletPayload = (field: string) =>
  apiError('format_invalid', { field, details: { format: walletPaymentFormat } })

export interface OpenWalletPayloadNeeds {
  readonly account: Pick<Account, 'id' | 'mode'>
  readonly clock: Clock
  readonly walletPayments: Pick<WalletPayments, 'open'>
}

/**
 * Decrypts a wallet payload: a card on file, or a device account number with its cryptogram.
 *
 * Error: format_invalid, for any defect.
 */
export const openWalletPayload = async (
  payload: DigitalPayPayment,
  field: string,
  { account, clock, walletPayments }: OpenWalletPayloadNeeds,
): Promise<{ card: Card; deviceProof: WalletCryptogram | null; message: TakenMessage }> => {
  const payment = await walletPayments.open({ account: account.id, mode: account.mode }, payload, clock.now())
  if (payment === null) throw invalidWalletPayload(field)
  const { number, expiry, authentication, messageId, expires } = payment
  return {
    card: { number, expiry, nameOnCard: payload.nameOnCard ?? null, postalCode: payload.postalCode ?? null },
    deviceProof: authentication === 'PAN_ONLY' ? null : payment,
    message: { kind: 'walletPayload', messageId, expires },
  }
}

/**
 * A payment that a phone's wallet has signed and encrypted: a card on file, or a device account number with a cryptogram for this
 * payment. Its message id is used up in the batch that inserts the transaction.
 *
 * Error: format_invalid, for any defect.
 */
export const walletPaymentSource = async (
  payload: DigitalPayPayment,
  needs: OpenWalletPayloadNeeds & CardColumnsNeeds,
): Promise<Source> => {
  const { card, deviceProof, message } = await openWalletPayload(payload, walletPaymentField, needs)
  return {
    from: {
      kind: 'message',
      message,
      columns: {
        ...(await cardColumns(card, needs)),
        method: 'digitalPayPayment',
        source: null,
        customer: null,
        wallet: null,
        preferredNetwork: null,
      },
    },
    credential: customerInitiated,
    open: () => Promise.resolve(walletInstrument(card, deviceProof)),
  }
}

/** Converts a wallet's card to the processor's instrument: a card on file, or the device account number. */
export const walletInstrument = (card: Card, deviceProof: WalletCryptogram | null): OpenInstrument =>
  deviceProof === null ? cardInstrument(card, 'ecom') : deviceCardInstrument(card, deviceProof)

const deviceCardInstrument = (
  { number, expiry, postalCode }: Card,
  { cryptogram, eci }: WalletCryptogram,
): OpenInstrument => ({
  instrument: {
    kind: 'networkToken',
    wallet: 'googlePay',
    dpan: number,
    expiry,
    ...(cryptogram === null ? {} : { cryptogram }),
    ...definedOnly('eci', eci),
  },
  avs: definedOnly('postal', postalCode),
})
