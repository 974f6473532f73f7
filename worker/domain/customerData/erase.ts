import type { PersonalDataStore } from '../../store/customers/personalDataStore.ts'
import type { Account } from '../accounts/account.ts'
import { createdValues } from '../createdValues.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { erasePayments } from './erasePayments.ts'

/** Most round trips that one request spends on payments. */
const chunksPerRequest = 20

interface Needs {
  readonly account: Pick<Account, 'id' | 'mode'>
  readonly clock: Clock
  readonly customerData: Pick<PersonalDataStore, 'beginErasure' | 'eraseNext'>
}

/**
 * Erases the personal data of a customer and deletes the customer. Data that the merchant's accounting needs stays. The first
 * round trip erases everything but the payments, which follow in chunks. `complete: false` means that more payments are left than
 * one request may change: the sweep finishes them, as it does after a crash.
 *
 * Error: not_found (404). Erasing again is allowed.
 */
export const eraseCustomer = async (id: string, { account, customerData, clock }: Needs) => {
  const at = clock.now()
  const exists = await customerData.beginErasure(id, {
    deleted: {
      at,
      action: 'customer.deleted',
      detail: { customer: id, changes: createdValues({ deleted: at }) },
    },
    erased: { at, action: 'customer.erased', detail: { customer: id, changes: createdValues({ erased: at }) } },
  })
  if (!exists) throw notFound('customer')
  const erasure = { account: account.id, mode: account.mode, customer: id }
  const complete = await erasePayments(erasure, chunksPerRequest, { clock, eraseNext: customerData.eraseNext })
  return { complete, errors: null }
}
