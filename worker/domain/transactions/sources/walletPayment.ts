import type { DigitalPayPayment } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../../app/compose.ts'
import type { TakenMessage } from '../../../store/tokens/walletMessages.ts'
import type { Card } from '../../../vault/cards.ts'
import type { DeviceProof } from '../../../vault/deviceProofs.ts'
import { cardColumns, cardInstrument } from './card.ts'
import { definedOnly } from '../../definedOnly.ts'
import { shopperPresent } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** Where an envelope stands in a payment. */
export const envelopeOfPayment = 'payment.digitalPayPayment'

/** Whatever is wrong with an envelope, nobody learns more than this. */
const walletPaymentFormat = 'payment envelope that is valid, for this account, and was not used before'

/** The refusal of an envelope, where it stands in the request. */
export const invalidEnvelope = (field: string) =>
  refuse('format_invalid', { field, details: { format: walletPaymentFormat } })

/** What an envelope holds: a card on file, or a device's own number with its proof. Refusal: format_invalid, whatever is wrong with it. */
export const openEnvelope = async (
  payload: DigitalPayPayment,
  field: string,
  { account, clock, walletPayments }: AccountServices,
): Promise<{ card: Card; deviceProof: DeviceProof | null; message: TakenMessage }> => {
  const payment = await walletPayments.open({ account: account.id, mode: account.mode }, payload, clock.now())
  if (payment === null) throw invalidEnvelope(field)
  const { number, expiry, authentication, messageId, expires } = payment
  return {
    card: { number, expiry, nameOnCard: payload.nameOnCard ?? null, postalCode: payload.postalCode ?? null },
    deviceProof: authentication === 'PAN_ONLY' ? null : payment,
    message: { messageId, expires },
  }
}

/**
 * What a phone's wallet has signed and encrypted: a card on file, or a device's own number with a cryptogram for this payment. Its message
 * is taken once, in the batch that opens the transaction.
 *
 * Refusal: format_invalid, whatever is wrong with it.
 */
export const walletPaymentSource = async (payload: DigitalPayPayment, services: AccountServices): Promise<Source> => {
  const { card, deviceProof, message } = await openEnvelope(payload, envelopeOfPayment, services)
  return {
    from: {
      kind: 'message',
      message,
      columns: {
        ...(await cardColumns(card, services)),
        method: 'digitalPayPayment',
        source: null,
        customer: null,
        wallet: null,
        preferredNetwork: null,
      },
    },
    credential: shopperPresent,
    open: () => Promise.resolve(walletInstrument(card, deviceProof)),
  }
}

/** A card out of a wallet as a processor takes it: on file, or the device's own. */
export const walletInstrument = (card: Card, deviceProof: DeviceProof | null): OpenInstrument =>
  deviceProof === null ? cardInstrument(card, 'ecom') : deviceNumber(card, deviceProof)

const deviceNumber = ({ number, expiry, postalCode }: Card, { cryptogram, eci }: DeviceProof): OpenInstrument => ({
  instrument: {
    kind: 'networkToken',
    dpan: number,
    expiry,
    ...(cryptogram === null ? {} : { cryptogram }),
    ...definedOnly('eci', eci),
  },
  avs: definedOnly('postal', postalCode),
})
