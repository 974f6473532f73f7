import type { DeviceError, Prompts } from '#contract/terminals/device'
import { type Flow, currentStep } from './flow.ts'

interface Correction {
  /** Clears the rejected answers. */
  change: (flow: Flow) => Partial<Flow>
  /** Text for the shopper. */
  notice: string
}

const asking = ({ payment }: Flow, prompts: Partial<Prompts>): Pick<Flow, 'payment'> => ({
  payment: { ...payment, prompts: { ...payment.prompts, ...prompts } },
})

const noCard = { card: null, sealed: null, isPresented: false }

/** Where a rejected message leads back to. The encrypted card is retained unless the card was rejected. */
const corrections: Record<DeviceError, Correction> = {
  card_invalid: { change: () => noCard, notice: 'That card could not be read. Please present it again.' },
  entry_mode_invalid: {
    change: (flow) => ({ ...noCard, ...asking(flow, { keyCard: false }) }),
    notice: 'Keyed-in cards are not accepted for this payment. Please tap the card.',
  },
  tip_invalid: {
    // Another tip changes the total, so the shopper confirms and signs again.
    change: () => ({ tip: undefined, isConfirmed: false, signature: null }),
    notice: 'That tip was not accepted. Please choose again.',
  },
  amount_not_confirmed: {
    change: (flow) => ({ isConfirmed: false, ...asking(flow, { amountConfirmation: true }) }),
    notice: 'Please confirm the amount.',
  },
  signature_invalid: {
    change: (flow) => ({ signature: null, ...asking(flow, { signature: true }) }),
    notice: 'The signature was not accepted. Please sign again.',
  },
}

/**
 * Returns to the step that caused the error, with a notice for the shopper.
 *
 * @returns null if the error belongs to no step: the payment then fails
 */
export const correct = (flow: Flow, error: DeviceError): Flow | null => {
  // A newer gateway may send error types that this terminal does not have.
  if (!(error in corrections)) return null
  const { change, notice } = corrections[error]
  const corrected: Flow = { ...flow, ...change(flow), isSent: false, notice }
  return currentStep(corrected) === 'ready' ? null : corrected
}
