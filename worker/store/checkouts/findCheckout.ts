import { storedMethodScope } from '#contract/scopes'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { checkoutColumns } from './checkoutColumns.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { receiptColumns, selectReceipts } from './receipts.ts'
import type { ReceiptRow } from './receipts.ts'
import { sql } from '../sql/database.ts'
import type { Row } from '../sql/database.ts'
import { defineColumns, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { decodeAttempts, selectAttempts, selectCompletions } from './attemptRows.ts'
import type { CheckoutAttemptRow, CompletionRow } from './attemptRows.ts'
import { checkoutById } from './checkoutById.ts'

/** A saved payment method of the merchant's customer. */
const methodColumns = defineColumns({ wallet: text, network: text, last4: text, expiry: text })

type OfferedMethod = RowOf<typeof methodColumns>

/** What the merchant's customer has stored about itself. */
const personColumns = defineColumns({ firstName: text, lastName: text, emailAddress: text })

/** A checkout with its attempts, completion and saved payment methods. */
export interface FoundCheckout {
  readonly checkout: CheckoutRow
  /** The oldest first. */
  readonly attempts: readonly CheckoutAttemptRow[]
  readonly completion: CompletionRow | null
  /** At most ten, the default first. None if the key that created the checkout may not charge them. */
  readonly methods: readonly OfferedMethod[]
  /** Null without a customer, and under the same condition. */
  readonly person: RowOf<typeof personColumns> | null
}

/** Selects the customer of a checkout, if its key may charge the customer's payment methods. Values: checkout, scope. */
const chargeableCustomer = `
  SELECT customer FROM checkouts JOIN apiKeys ON apiKeys.id = checkouts.key
  WHERE checkouts.id = ? AND ? IN (SELECT value FROM json_each(scopes))`

/** Statements that select a checkout's attempts, completion, methods and person by its id. The caller's first statement checks the owner. */
const checkoutParts = (id: string) => ({
  attempts: selectAttempts(sql('= ?', id)),
  completion: selectCompletions(sql('= ?', id)),
  methods: sql(
    `SELECT id AS wallet, network, last4, coalesce(expiry, '') AS expiry FROM walletEntries
     WHERE deleted IS NULL AND customer = (${chargeableCustomer})
     ORDER BY isDefault DESC, created DESC LIMIT 10`,
    id,
    storedMethodScope,
  ),
  person: sql(
    `SELECT ${personColumns.list()} FROM customers WHERE deleted IS NULL AND id = (${chargeableCustomer})`,
    id,
    storedMethodScope,
  ),
})

interface CheckoutParts {
  readonly attempts: readonly Row[]
  readonly completion: readonly Row[]
  readonly methods: readonly Row[]
  readonly person: readonly Row[]
}

export const decodeParts = ({ attempts, completion, methods, person: [person] }: CheckoutParts) => ({
  ...decodeAttempts(attempts, completion),
  methods: methods.map(methodColumns.decode),
  person: person === undefined ? null : personColumns.decode(person),
})

/** One round trip. Null if the account has no such checkout in this mode. */
export const findCheckoutRow = async ({ database, owner }: OwnerScope, id: string): Promise<FoundCheckout | null> => {
  const where = checkoutById(owner, id)
  const { checkout, ...rest } = await database.named({
    checkout: sql(`SELECT ${checkoutColumns.list()} FROM checkouts WHERE ${where.sql}`, ...where.values),
    ...checkoutParts(id),
  })
  return checkout[0] === undefined ? null : { checkout: checkoutColumns.decode(checkout[0]), ...decodeParts(rest) }
}

/** A checkout with the receipts that were sent again. */
export interface FoundCheckoutWithReceipts extends FoundCheckout {
  readonly receipts: readonly ReceiptRow[]
}

/** One round trip: the same with the receipts that were sent again. */
export const findCheckoutRowWithReceipts = async (
  { database, owner }: OwnerScope,
  id: string,
): Promise<FoundCheckoutWithReceipts | null> => {
  const where = checkoutById(owner, id)
  const { checkout, receipts, ...rest } = await database.named({
    checkout: sql(`SELECT ${checkoutColumns.list()} FROM checkouts WHERE ${where.sql}`, ...where.values),
    receipts: selectReceipts(id),
    ...checkoutParts(id),
  })
  return checkout[0] === undefined
    ? null
    : {
        checkout: checkoutColumns.decode(checkout[0]),
        receipts: receipts.map(receiptColumns.decode),
        ...decodeParts(rest),
      }
}

/** A checkout with its account, as found by a shopper who only has its id. */
export interface CheckoutWithAccount extends FoundCheckout {
  readonly account: AccountRecord
}

/** One round trip. Null if the checkout does not exist. */
export const findCheckoutWithAccount = async (
  { database }: ShardScope,
  id: string,
): Promise<CheckoutWithAccount | null> => {
  const { checkout, ...rest } = await database.named({
    checkout: sql(
      `SELECT ${checkoutColumns.list('checkouts')}, ${accountColumns('checkouts')}
       FROM checkouts ${accountJoins('checkouts')} WHERE checkouts.id = ?`,
      id,
    ),
    ...checkoutParts(id),
  })
  const [row] = checkout
  return row === undefined
    ? null
    : { checkout: checkoutColumns.decode(row), ...decodeParts(rest), account: decodeAccount(row) }
}
