import { bug } from '../mutants/plantedBug.ts'
import type { PlantedBug } from '../mutants/plantedBug.ts'

const events = 'worker/store/events/events.ts'
const walletChanges = 'worker/store/customers/walletChanges.ts'
const mine = "sql('account = ? AND mode = ?', account, mode)"

/** What the histories of a whole account must catch in Node: what lies between the parts that have models of their own. */
export const plantedBugs: readonly PlantedBug[] = [
  bug(
    'a new customer is not told of',
    'worker/store/customers/customers.ts',
    "type: 'customer.created'",
    "type: 'customer.updated'",
  ),
  bug('the numbers of events have gaps', events, '+ row_number() OVER', '+ 1 + row_number() OVER'),
  bug(
    'the newest entry of each list is left out',
    'worker/store/sql/paging.ts',
    'read.entries.slice(0, pageSize)',
    'read.entries.slice(1, pageSize)',
  ),
  bug('events are seen in the other mode', events, mine, "sql('account = ? AND ? IS NOT NULL', account, mode)"),
  bug('events are seen by anybody', events, mine, "sql('(account = ? OR TRUE) AND mode = ?', account, mode)"),
  bug(
    'payments are listed in the other mode',
    'worker/store/transactions/search.ts',
    "sql('t.account = ? AND t.mode = ?'",
    "sql('t.account = ? AND ? IS NOT NULL'",
  ),
  bug(
    'a payment is read by anybody who knows its id',
    'worker/store/transactions/transactions.ts',
    "const root = 'SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?'",
    "const root = 'SELECT transactionId FROM operations WHERE id = ? AND (account = ? OR TRUE) AND mode = ?'",
  ),
  bug(
    'where the default is taken away, nothing becomes it',
    walletChanges,
    'heir: sql(`UPDATE walletEntries SET isDefault = 1',
    'heir: sql(`UPDATE walletEntries SET isDefault = 0',
  ),
  bug('a payment method is said to be the default and is not', walletChanges, '    clear,\n    set,\n', ''),
  bug(
    'who was deleted is listed',
    'worker/store/customers/customers.ts',
    "      shown: 'deleted IS NULL',",
    "      shown: 'TRUE',",
  ),
  bug(
    'a payment method that was deleted is listed',
    'worker/store/customers/walletEntries.ts',
    "      shown: 'deleted IS NULL',",
    "      shown: 'TRUE',",
  ),
  bug(
    'a cancel is acknowledged and not done',
    'worker/domain/subscriptions/states.ts',
    "{ status: 'canceled', canceled: moment.now, resumesAt: null, newMethod: false }",
    '{ canceled: moment.now, resumesAt: null, newMethod: false }',
  ),
  bug(
    'the key of a first payment is not claimed',
    'worker/store/transactions/createPending.ts',
    'claim: idempotent === null ? null : claimForOperation(owner, idempotent, row.id),',
    'claim: null,',
  ),
  bug(
    'a batch that has closed is not told of',
    'worker/store/batches/batchEvents.ts',
    "WHERE id = ? AND status = 'closed' AND closed = ?",
    "WHERE id = ? AND status = 'closing' AND closed = ?",
  ),
  bug(
    'a checkout that was canceled says that it is open',
    'worker/domain/checkouts/states.ts',
    'checkout.canceled !== null',
    'checkout.canceled === 0',
  ),
]
