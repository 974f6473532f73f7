import type { DeviceError, Prompts } from '#contract/terminals/device'
import { type Flow, stepOf } from './flow.ts'

interface Correction {
  /** What of the answers is no longer one. */
  change: (flow: Flow) => Partial<Flow>
  /** What the shopper is told. */
  notice: string
}

const asking = ({ payment }: Flow, prompts: Partial<Prompts>): Pick<Flow, 'payment'> => ({
  payment: { ...payment, prompts: { ...payment.prompts, ...prompts } },
})

const noCard = { card: null, sealed: null, isPresented: false }

/** What a message that was not taken leads back to. An encrypted card is kept where it is not the reason. */
const corrections: Record<DeviceError, Correction> = {
  card_invalid: { change: () => noCard, notice: 'That card could not be read. Please present it again.' },
  entry_mode_invalid: {
    change: (flow) => ({ ...noCard, ...asking(flow, { keyCard: false }) }),
    notice: 'This payment takes no card that is keyed in. Please tap it.',
  },
  tip_invalid: {
    // With another tip it is another amount to agree to.
    change: () => ({ tip: undefined, isConfirmed: false, signature: null }),
    notice: 'That tip was not taken. Please choose again.',
  },
  amount_not_confirmed: {
    change: (flow) => ({ isConfirmed: false, ...asking(flow, { amountConfirmation: true }) }),
    notice: 'Please confirm the amount.',
  },
  signature_invalid: {
    change: (flow) => ({ signature: null, ...asking(flow, { signature: true }) }),
    notice: 'The signature was not taken. Please sign again.',
  },
}

/**
 * Back to the step that an error is about, with words.
 *
 * @returns null where there is none: then the reader cannot go on
 */
export const correct = (flow: Flow, error: DeviceError): Flow | null => {
  // A gateway that is newer than this reader may know more of them.
  if (!(error in corrections)) return null
  const { change, notice } = corrections[error]
  const corrected: Flow = { ...flow, ...change(flow), isSent: false, notice }
  return stepOf(corrected) === 'ready' ? null : corrected
}
