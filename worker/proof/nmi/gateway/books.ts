import type { NmiLedgerEntry } from '../ledger.ts'
import type { NmiSums } from '../sums.ts'
import type { NmiGateway } from './nmiGateway.fixture.ts'

/** What disagrees between the gateway and the stand-in, in words. Empty if nothing does. */
type Disagreements = readonly string[]

const isInEffect = ({ condition }: NmiLedgerEntry): boolean => condition !== 'failed' && condition !== 'canceled'

/** Statuses of an operation that moved money, or holds it. */
const inEffect: ReadonlySet<unknown> = new Set(['approved', 'settled'])

/** The gateway's sums of a merchant's payments, in minor units, with the meaning of the stand-in's. */
const sumsOfGateway = async ({ merchant }: NmiGateway): Promise<NmiSums> => {
  const sums = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
  const payments = await merchant.rows(
    `SELECT t.type, t.approved, t.captured, t.credited, t.released, o.status AS first
     FROM transactions AS t JOIN operations AS o ON o.id = t.id WHERE t.account = ?`,
    merchant.id,
  )
  for (const { type, approved, captured, credited, released, first } of payments) {
    if (!inEffect.has(first)) continue
    sums.credited += BigInt(credited)
    if (type === 'credit') continue
    sums.authorized += BigInt(approved)
    sums.captured += BigInt(captured)
    sums.released += BigInt(released)
    sums.held += BigInt(approved - captured - released)
  }
  return sums
}

const differentSums = (ours: NmiSums, theirs: NmiSums): Disagreements =>
  (Object.keys(ours) as (keyof NmiSums)[])
    .filter((name) => ours[name] !== theirs[name])
    .map((name) => `${name}: ${ours[name]} at the gateway, ${theirs[name]} at NMI`)

/** An order id has at most one transaction in effect, and a transaction at most one effective action of each type. */
const repeatedEffects = (entries: readonly NmiLedgerEntry[]): Disagreements => {
  const orders = Map.groupBy(entries.filter(isInEffect), ({ orderId }) => orderId)
  return [
    ...[...orders].filter(([, found]) => found.length > 1).map(([order]) => `order ${order} is charged twice`),
    ...entries.flatMap(({ id, actions }) =>
      [...Map.groupBy(actions, ({ type, success }) => (success ? type : ''))]
        .filter(([type, found]) => type !== '' && found.length > 1)
        .map(([type]) => `transaction ${id} has two actions of type ${type}`),
    ),
  ]
}

/** A capture or void is an action on the transaction of its payment. */
const hasOwnTransaction = (row: Record<string, unknown>) =>
  row['id'] === row['transactionId'] || row['type'] === 'credit'

/** Each operation of the gateway and the transaction with its order id are both in effect, or neither. */
const differentOperations = async (
  { merchant }: NmiGateway,
  entries: readonly NmiLedgerEntry[],
): Promise<Disagreements> => {
  const operations = await merchant.rows(
    'SELECT id, type, status, attention, transactionId FROM operations WHERE account = ?',
    merchant.id,
  )
  const found = new Set(entries.filter(isInEffect).map(({ orderId }) => orderId))
  return [
    ...operations
      .filter(({ status, attention }) => status === 'pending' && attention === null)
      .map(({ id, type }) => `${type} ${id} is pending and nobody is told`),
    ...operations
      .filter((row) => hasOwnTransaction(row) && inEffect.has(row['status']) !== found.has(String(row['id'])))
      .map(
        ({ id, type, status }) =>
          `${type} ${id} is ${status}, and ${found.has(String(id)) ? '' : 'not '}in effect at NMI`,
      ),
    ...[...found]
      .filter((order) => !operations.some(({ id }) => String(id) === order))
      .map((order) => `order ${order} belongs to no operation`),
  ]
}

/** Compares both ledgers, after everything that is due has been done. */
export const compareBooks = async (gateway: NmiGateway): Promise<Disagreements> => {
  const entries = gateway.entries()
  return [
    ...differentSums(await sumsOfGateway(gateway), gateway.sums()),
    ...repeatedEffects(entries),
    ...(await differentOperations(gateway, entries)),
  ]
}
