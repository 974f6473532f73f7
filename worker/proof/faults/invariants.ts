import type { FaultFixture } from './fixture.ts'
import { readEvents } from '../../testing/events.ts'
import { brokenRule } from '../rowInvariants.ts'
import { assertInvariant } from '../models/kernel/invariant.ts'
import type { MerchantClient } from './merchantClient.ts'

/** Invariants of an account after recovery: its rows, the acquirer's ledger and the events. */
export const checkInvariants = async (client: MerchantClient, fixture: FaultFixture): Promise<void> => {
  const { merchant } = client
  const { database, id } = merchant
  const select = (text: string) => database.prepare(text).bind(id)
  const [transactions, operations, charges] = (
    await database.batch<Record<string, any>>([
      select('SELECT * FROM transactions WHERE account = ?'),
      select('SELECT * FROM operations WHERE account = ? ORDER BY id'),
      select(
        `SELECT orderReference, count(*) AS charges FROM transactions
         WHERE account = ? AND orderReference LIKE 'sub:%' AND status NOT IN ('declined', 'reversed', 'failed', 'voided')
         GROUP BY orderReference`,
      ),
    ])
  ).map(({ results }) => results) as unknown as [Rows, Rows, Rows]

  const broken = await brokenRule(merchant)
  assertInvariant(broken === null, 'row invariants hold', () => broken!)
  for (const row of transactions) {
    const { status, capturing, crediting, held } = row
    const detail = () => JSON.stringify(row)
    assertInvariant(amountsFitStatus(row), 'the status matches the amounts', detail)
    assertInvariant(
      status !== 'pending' && capturing === 0 && crediting === 0 && held === 0,
      'nothing is pending after recovery',
      detail,
    )
  }
  for (const row of operations)
    assertInvariant(row['status'] !== 'pending' && row['due'] === null, 'nothing is pending after recovery', () =>
      JSON.stringify(row),
    )

  checkLedger(client, fixture, transactions, operations)

  for (const row of charges)
    assertInvariant(row['charges'] === 1, 'a billing period is charged once', () => JSON.stringify(row))

  const events = await readEvents(merchant).catch((error: Error) => {
    assertInvariant(false, 'each change has one event, with no gap in the sequence', () => error.message)
    return []
  })
  const { receivedEvents } = client
  if (receivedEvents !== null)
    for (const event of events)
      assertInvariant(receivedEvents.includes(event.id), 'each event is delivered', () => `${event.type} ${event.id}`)
}

type Rows = readonly Readonly<Record<string, any>>[]

/** Whether the amounts of a payment are possible in its status. */
const amountsFitStatus = ({ status, type, approved, captured, credited }: Readonly<Record<string, any>>): boolean => {
  if (type === 'credit') return true
  switch (status) {
    case 'authorized':
      return approved > 0 && captured === 0 && credited === 0
    case 'captured':
      return captured > 0 && credited === 0
    case 'declined':
    case 'failed':
    case 'reversed':
      return captured === 0 && credited === 0
    default:
      return true
  }
}

/** The rows equal the acquirer's ledger, by operation and in sum. */
const checkLedger = (
  client: MerchantClient,
  { acquirer, can }: FaultFixture,
  transactions: Rows,
  operations: Rows,
): void => {
  const { id: account } = client.merchant
  const { ledger } = acquirer
  const entries = ledger.entries().filter((entry) => entry.account === account)
  /** An expired hold without captures, at an acquirer that releases no part of a hold: it is reversed there. */
  const isReleasedWhole = ({ id, status }: Rows[number]): boolean =>
    !can.givesBackRest &&
    status === 'approved' &&
    transactions.some((row) => row['id'] === id && row['status'] === 'expired' && row['captured'] === 0)
  for (const entry of entries) {
    const detail = () => JSON.stringify(entry)
    const operation = operations.find(({ id }) => String(id) === entry.op)
    assertInvariant(operation !== undefined && entry.effects <= 1, 'an operation has at most one effect', detail)
    if (operation !== undefined && isReleasedWhole(operation)) {
      assertInvariant(entry.state === 'reversed', 'each operation has the same state at the processor', detail)
      continue
    }
    const isInEffect = ['approved', 'settled'].includes(operation?.['status'])
    assertInvariant(
      isInEffect === (entry.state === 'approved'),
      'each operation has the same state at the processor',
      () => `${JSON.stringify(operation)} is ${detail()}`,
    )
    assertInvariant(
      // A rule declines an approved payment and reverses it.
      operation?.['status'] !== 'declined' || entry.effects === 0 || (entry.acknowledged && entry.state === 'reversed'),
      'an unknown outcome is not shown as declined',
      detail,
    )
  }
  for (const currency of new Set(transactions.map((row) => row['currency'] as number))) {
    const sums = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
    for (const row of transactions.filter((one) => one['currency'] === currency)) {
      const first = operations.find(({ id }) => id === row['id'])
      if (first !== undefined && isReleasedWhole(first)) continue
      const isKnown = entries.some(({ op }) => op === String(row['id']))
      if (!isKnown || !['approved', 'settled'].includes(first?.['status'])) continue
      sums.credited += BigInt(row['credited'])
      if (row['type'] === 'credit') continue
      sums.authorized += BigInt(row['approved'])
      sums.captured += BigInt(row['captured'])
      sums.released += BigInt(row['released'])
      sums.held += BigInt(row['approved'] - row['captured'] - row['released'])
    }
    const totals = { ...ledger.totals(account, currency) }
    // The gateway captures a released rest never again. An acquirer that cannot release it beside captures holds it for its lifetime.
    if (!can.givesBackRest && can.captures === 'many')
      for (const books of [sums, totals]) Object.assign(books, { released: 0n, held: books.released + books.held })
    assertInvariant(
      Object.entries(sums).every(([name, sum]) => totals[name as keyof typeof totals] === sum),
      'sums match the ledger',
      () => `${currency}: ${Object.entries(sums).join(' ')}; ledger: ${Object.entries(totals).join(' ')}`,
    )
  }
}
