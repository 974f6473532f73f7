import type { Stored } from '#contract/transactions/payment'
import type { PendingInstrument } from '../../../store/transactions/createPending.ts'
import type { CardVault } from '../../../vault/cards/cardVault.ts'
import { cardInstrument } from './card.ts'
import { checkInstrument } from './check.ts'
import { definedOnly } from '../../definedOnly.ts'
import type { Credential, OpenableSource } from './source.ts'

/** A charge with an installment has the reason `installment`. A subscription's charge gets its reason from its caller. */
const toCredential = ({ initiatedBy, initial, installment, initialTransactionId }: Stored): Credential => ({
  initiatedBy: initiatedBy ?? 'customer',
  initial: initial ?? 'subsequent',
  reason: installment == null ? 'unscheduled' : 'installment',
  ...(installment == null ? {} : { installment }),
  initialTransactionId: initialTransactionId ?? null,
})

export interface StoredSourceNeeds {
  readonly vault: Pick<CardVault, 'openBankAccount' | 'openPan'>
}

/** A stored payment method: a wallet entry, or the default of a customer. */
export const storedSource = (stored: Stored, { vault }: StoredSourceNeeds): OpenableSource => ({
  from: { kind: 'stored', stored: { customer: stored.customer ?? null, wallet: stored.wallet ?? null } },
  credential: toCredential(stored),
  open: async (columns) => {
    const sealed = toSealedCard(columns)
    if (columns.method === 'check') return checkInstrument(await vault.openBankAccount(sealed), null)
    const card = cardInstrument(await vault.openPan(sealed), 'cof')
    return { ...card, avs: { ...toStoredAddressCheck(columns), ...card.avs } }
  },
})

const toSealedCard = ({ cardId, sealedPan, wrappedPanKey }: PendingInstrument) => ({
  cardId: cardId ?? '',
  sealedPan: sealedPan ?? '',
  wrappedPanKey: wrappedPanKey ?? '',
})

const toStoredAddressCheck = ({ address }: PendingInstrument) => ({
  ...definedOnly('postal', address?.['postalCode']),
  ...definedOnly('line1', address?.['line1']),
  ...definedOnly('country', address?.['country']),
})
