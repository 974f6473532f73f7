import type { Stored } from '#contract/payment'
import type { AccountServices } from '../../../app/compose.ts'
import type { OpenedInstrument } from '../../../store/transactions/createPending.ts'
import { cardInstrument } from './card.ts'
import { checkInstrument } from './check.ts'
import { definedOnly } from '../../definedOnly.ts'
import type { Credential, OpenableSource } from './source.ts'

/** An instalment says itself why it is charged; a subscription's run is the caller's to mark. */
const credentialOf = ({ initiatedBy, initial, installment, initialTransactionId }: Stored): Credential => ({
  initiatedBy: initiatedBy ?? 'customer',
  initial: initial ?? 'subsequent',
  reason: installment == null ? 'unscheduled' : 'installment',
  ...(installment == null ? {} : { installment }),
  initialTransactionId: initialTransactionId ?? null,
})

/** A payment method of the vault: a wallet entry, or the default of a customer. */
export const storedSource = (stored: Stored, { vault }: AccountServices): OpenableSource => ({
  from: { kind: 'stored', stored: { customer: stored.customer ?? null, wallet: stored.wallet ?? null } },
  credential: credentialOf(stored),
  open: async (opened) => {
    const sealed = sealedOf(opened)
    if (opened.method === 'check') return checkInstrument(await vault.openBankAccount(sealed), null)
    const card = cardInstrument(await vault.openPan(sealed), 'cof')
    return { ...card, avs: { ...addressOf(opened), ...card.avs } }
  },
})

const sealedOf = ({ cardId, sealedPan, wrappedPanKey }: OpenedInstrument) => ({
  cardId: cardId ?? '',
  sealedPan: sealedPan ?? '',
  wrappedPanKey: wrappedPanKey ?? '',
})

const addressOf = ({ address }: OpenedInstrument) => {
  const { postalCode, line1, country } = JSON.parse(address ?? '{}') as Record<string, string | undefined>
  return { ...definedOnly('postal', postalCode), ...definedOnly('line1', line1), ...definedOnly('country', country) }
}
