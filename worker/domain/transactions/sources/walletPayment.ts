import type { DigitalPayPayment } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { Services } from '../../../services.ts'
import type { OpenedWalletPayment } from '../../../vault/walletPayloads/walletPayments.ts'
import { cardColumns, cardInstrument } from './card.ts'
import { present } from './present.ts'
import { shopperPresent } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** Whatever is wrong with an envelope, nobody learns more than this. */
export const walletPaymentFormat = 'payment envelope that is valid, for this account, and was not used before'

/**
 * What a phone's wallet has signed and encrypted: a card on file, or a device's own number with a cryptogram for this payment. Its message
 * is taken once, in the batch that opens the transaction.
 *
 * Refusal: format_invalid, whatever is wrong with it.
 */
export const walletPaymentSource = async (payload: DigitalPayPayment, services: Services): Promise<Source> => {
  const { account, clock, walletPayments } = services
  const payment = await walletPayments.open({ account: account.id, mode: account.mode }, payload, clock.now())
  if (payment === null)
    throw refuse('format_invalid', { field: 'payment.digitalPayPayment', details: { format: walletPaymentFormat } })
  const { number, expiry, messageId, expires } = payment
  const card = {
    number,
    expiry,
    nameOnCard: payload.nameOnCard ?? null,
    postalCode: payload.postalCode ?? null,
  }
  return {
    from: {
      kind: 'message',
      message: { messageId, expires },
      columns: {
        ...(await cardColumns(card, services)),
        method: 'digitalPayPayment',
        source: null,
        customer: null,
        wallet: null,
      },
    },
    credential: shopperPresent,
    open: () =>
      Promise.resolve(
        payment.authentication === 'PAN_ONLY' ? cardInstrument(card, 'ecom') : deviceNumber(payment, card.postalCode),
      ),
  }
}

const deviceNumber = (
  { number, expiry, cryptogram, eci }: OpenedWalletPayment,
  postalCode: string | null,
): OpenInstrument => ({
  instrument: {
    kind: 'networkToken',
    dpan: number,
    expiry,
    ...(cryptogram === null ? {} : { cryptogram }),
    ...present('eci', eci),
  },
  avs: present('postal', postalCode),
})
