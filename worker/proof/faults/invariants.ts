import type { World } from './fixture.ts'
import { readEvents } from '../../testing/events.ts'
import { brokenRule } from '../rowInvariants.ts'
import { assertInvariant } from '../models/kernel/model.ts'
import type { Shop } from './merchantClient.ts'

/** What holds of an account when all is over, whatever has failed on the way: of its rows, of the acquirer's ledger, and of what was told. */
export const checkInvariants = async (shop: Shop, world: World): Promise<void> => {
  const { merchant } = shop
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
  assertInvariant(broken === null, 'rows keep the rules of any time', () => broken!)
  for (const row of transactions) {
    const { status, capturing, crediting, held } = row
    const told = () => JSON.stringify(row)
    assertInvariant(statusFits(row), 'amounts keep their order', told)
    assertInvariant(
      status !== 'pending' && capturing === 0 && crediting === 0 && held === 0,
      'everything is decided in the end',
      told,
    )
  }
  for (const row of operations)
    assertInvariant(row['status'] !== 'pending' && row['due'] === null, 'everything is decided in the end', () =>
      JSON.stringify(row),
    )

  checkBook(shop, world, transactions, operations)

  for (const row of charges)
    assertInvariant(row['charges'] === 1, 'a period is charged once', () => JSON.stringify(row))

  const events = await readEvents(merchant).catch((thrown: Error) => {
    assertInvariant(false, 'every change is told once, and counted without a gap', () => thrown.message)
    return []
  })
  const { inbox } = shop
  if (inbox !== null)
    for (const event of events)
      assertInvariant(inbox.includes(event.id), 'every webhook hears of it', () => `${event.type} ${event.id}`)
}

type Rows = readonly Readonly<Record<string, any>>[]

/** What the amounts of a payment say of its status, as far as they say anything. */
const statusFits = ({ status, type, approved, captured, credited }: Readonly<Record<string, any>>): boolean => {
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

/** Both ledgers come to the same, operation by operation and in sum. */
const checkBook = (shop: Shop, { acquirer }: World, transactions: Rows, operations: Rows): void => {
  const { id: account } = shop.merchant
  const { ledger } = acquirer
  const entries = ledger.entries().filter((entry) => entry.account === account)
  for (const entry of entries) {
    const told = () => JSON.stringify(entry)
    const operation = operations.find(({ id }) => String(id) === entry.op)
    assertInvariant(operation !== undefined && entry.effects <= 1, 'a key has one effect at the processor', told)
    const stands = ['approved', 'settled'].includes(operation?.['status'])
    assertInvariant(
      stands === (entry.state === 'approved'),
      'our sums are those of the processor',
      () => `${JSON.stringify(operation)} is ${told()}`,
    )
    assertInvariant(
      // A rule declines what it has heard approved, and has undone.
      operation?.['status'] !== 'declined' || entry.effects === 0 || (entry.answered && entry.state === 'reversed'),
      'an unknown outcome is not shown as declined',
      told,
    )
  }
  for (const currency of new Set(transactions.map((row) => row['currency'] as number))) {
    const ours = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
    for (const row of transactions.filter((one) => one['currency'] === currency)) {
      const first = operations.find(({ id }) => id === row['id'])
      const isKnown = entries.some(({ op }) => op === String(row['id']))
      if (!isKnown || !['approved', 'settled'].includes(first?.['status'])) continue
      ours.credited += BigInt(row['credited'])
      if (row['type'] === 'credit') continue
      ours.authorized += BigInt(row['approved'])
      ours.captured += BigInt(row['captured'])
      ours.released += BigInt(row['released'])
      ours.held += BigInt(row['approved'] - row['captured'] - row['released'])
    }
    const theirs = ledger.totals(account, currency)
    assertInvariant(
      Object.entries(ours).every(([name, sum]) => theirs[name as keyof typeof theirs] === sum),
      'our sums are those of the processor',
      () => `${currency}: ${Object.entries(ours).join(' ')}; ledger: ${Object.entries(theirs).join(' ')}`,
    )
  }
}
