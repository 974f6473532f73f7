import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** Figures equal the sums over the operations of all payments, after any history and at any moment of the scan that adds them up. */

const clock = testClock()
const limits = { processorTimeoutMs: 100, reversalTimeoutMs: 100, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const worker = startWorker({ clock, limits })

interface Operation {
  readonly type: string
  readonly status: string
  readonly amount: number
  readonly responseCode: string | null
  readonly created: string
}

/** What an operation counts as, by the definitions in the reference. */
const figureOf = ({ type, status, responseCode }: Operation): string | null => {
  const stands = status === 'approved' || status === 'settled'
  if (type === 'capture') return stands ? 'captures' : null
  if (type === 'credit') return stands ? 'credits' : null
  if (type !== 'authorize') return null
  if (status === 'declined') return `declined ${responseCode}`
  return ['pending', 'failed', 'reversed'].includes(status) ? null : 'approved'
}

const cents = (amount: number): number => Math.round(amount * 100)

/** The figures of each day and currency, as `day currency figure: count, amount in cents`. */
type Sums = Readonly<Record<string, readonly [count: number, cents: number]>>

const currencyOf = (pick: number) => (pick % 3 === 0 ? 978 : 840)

const any = (list: readonly string[], pick: number) => list[pick % list.length] ?? '1'

const start = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  const captures: string[] = []
  const payments: string[] = []
  const post = async (path: string, body: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return (await call('POST', `/v1/${path}`, { body, headers })).json
  }
  const pay = async (operation: string, payment: object, pick: number) => {
    const amount = { value: 1 + (pick % 40), currency: currencyOf(pick) }
    const { transactionId } = await post(`transactions/${operation}`, { payment, amount })
    if (transactionId != null) payments.push(transactionId)
  }
  const capture = async (pick: number, more: object) => {
    const { transactionId } = await post('transactions/capture', { transactionId: any(payments, pick), ...more })
    if (transactionId != null) captures.push(transactionId)
  }
  const advance = (seconds: number) => post('testclock/advance', { seconds })
  const scan = async (minutes: number) => {
    clock.advance(minutes * 60_000)
    await worker.sweep()
  }
  const steps = {
    authorize: (pick: number) => pay('authorize', { creditCard: card() }, pick),
    sale: (pick: number) => pay('sale', { creditCard: card() }, pick),
    decline: (pick: number) =>
      pay('authorize', { creditCard: card(pick % 2 === 0 ? '4242424242424241' : '4000003900000510') }, pick),
    /** Its outcome stays unknown, and it is reversed. */
    unclear: (pick: number) => pay('authorize', { creditCard: card('4000003900000684') }, pick),
    check: (pick: number) =>
      pay(
        'sale',
        { check: { accountNumber: pick % 2 === 0 ? '999000001' : '123456', routingNumber: '021000021', name: 'Ada' } },
        pick,
      ),
    cash: (pick: number) => pay('authorize', { cash: true }, pick),
    credit: (pick: number) =>
      post('transactions/credit', {
        payment: { creditCard: card() },
        amount: { value: 1 + (pick % 9), currency: currencyOf(pick) },
      }),
    capture: (pick: number) => capture(pick, {}),
    capturePart: (pick: number) => capture(pick, { amount: 1 }),
    void: (pick: number) => post('transactions/void', { transactionId: any(payments, pick) }),
    voidCapture: (pick: number) => post('transactions/void', { transactionId: any(captures, pick) }),
    refund: (pick: number) =>
      post('transactions/credit', {
        referenceTransactionId: Number(any(payments, pick)),
        ...(pick % 2 === 0 && { amount: { value: 1, currency: currencyOf(pick) } }),
      }),
    closeBatch: () => post('batches/close', {}),
    advanceHours: (pick: number) => advance(3600 * (1 + (pick % 30))),
    advanceDays: (pick: number) => advance(86_400 * (1 + (pick % 9))),
    resetClock: () => post('testclock/reset', {}),
    minutesPass: (pick: number) => scan(1 + (pick % 3)),
    scan: () => scan(11),
  }
  return { merchant, call, steps }
}

type World = Awaited<ReturnType<typeof start>>

/** The sums over all operations that the API shows. */
const summed = async ({ call }: World): Promise<Sums> => {
  const sums: Record<string, [number, number]> = {}
  const { transactions } = (await call('GET', '/v1/transactions?pageSize=100')).json
  for (const { transactionId, currency } of transactions) {
    const transaction = (await call('GET', `/v1/transactions/${transactionId}`)).json
    for (const operation of transaction.operations as Operation[]) {
      const figure = figureOf(operation)
      if (figure === null) continue
      const sum = (sums[`${operation.created.slice(0, 10)} ${currency} ${figure}`] ??= [0, 0])
      sum[0] += 1
      if (figure === 'captures' || figure === 'credits') sum[1] += cents(operation.amount)
    }
  }
  return sums
}

/** All pages of a list. */
const listAll = async ({ call }: World, query: string): Promise<any[]> => {
  const rows = []
  for (let cursor = ''; ;) {
    const { status, json } = await call('GET', `/v1/transactions?${query}&pageSize=7${cursor && `&cursor=${cursor}`}`)
    expect([query, status]).toEqual([query, 200])
    rows.push(...json.transactions)
    if (json.nextCursor === null) return rows
    cursor = json.nextCursor
  }
}

/** The filters of the list of payments that belong to figures. */
const movements = { capturedOn: ['captures'], creditedOn: ['credits'], movedOn: ['captures', 'credits'] } as const

/** Authorizations with an outcome, by the states that their payments may have. */
const answered =
  'authorized,partially_captured,captured,settled,partially_refunded,refunded,voided,declined,expired,returned'

/** Each figure of a day equals the sum over the payments of its list, and each of them belongs to it. */
const expectExactLists = async (world: World, figures: Sums): Promise<void> => {
  const days = new Set(Object.keys(figures).map((key) => key.split(' ').slice(0, 2).join(' ')))
  for (const key of days) {
    const [day, currency] = key.split(' ') as [string, string]
    for (const [filter, names] of Object.entries(movements)) {
      const rows = await listAll(world, `${filter}=${day}&currency=${currency}`)
      expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(rows.length)
      const sums: Record<string, [number, number]> = {}
      for (const { transactionId } of rows) {
        const { operations } = (await world.call('GET', `/v1/transactions/${transactionId}`)).json
        const moved = (operations as Operation[]).filter(
          (operation) => operation.created.startsWith(day) && names.some((name) => name === figureOf(operation)),
        )
        expect(moved, transactionId).not.toEqual([])
        for (const operation of moved) {
          const sum = (sums[figureOf(operation)!] ??= [0, 0])
          sum[0] += 1
          sum[1] += cents(operation.amount)
        }
      }
      expect([filter, names.map((name) => sums[name] ?? [0, 0])]).toEqual([
        filter,
        names.map((name) => figures[`${key} ${name}`] ?? [0, 0]),
      ])
    }
    const ofDay = `type=authorize&from=${day}&to=${day}&currency=${currency}`
    const count = (part: string) =>
      Object.entries(figures).reduce(
        (all, [name, [operations]]) => (name.startsWith(`${key} ${part}`) ? all + operations : all),
        0,
      )
    expect(await listAll(world, `${ofDay}&status=declined`)).toHaveLength(count('declined'))
    expect(await listAll(world, `${ofDay}&status=${answered}`)).toHaveLength(count('declined') + count('approved'))
  }
}

/** The same as the figures have it, and whether net and totals fit. */
const reported = async ({ call }: World): Promise<Sums> => {
  const { status, json } = await call('GET', '/v1/figures?from=2026-01-01&to=2027-01-30')
  expect([status, json.errors]).toEqual([200, null])
  const { days, totals } = json.figures
  const sums: Record<string, [number, number]> = {}
  const add = (prefix: string, figure: string, count: number, amount: number) => {
    if (count !== 0) sums[`${prefix} ${figure}`] = [count, cents(amount)]
  }
  for (const { day, currency, captures, credits, net, authorizations, declines } of days) {
    const prefix = `${day} ${currency}`
    add(prefix, 'captures', captures.count, captures.amount)
    add(prefix, 'credits', credits.count, credits.amount)
    add(prefix, 'approved', authorizations.approved, 0)
    for (const { code, count } of declines) add(prefix, `declined ${code}`, count, 0)
    expect(cents(net)).toBe(cents(captures.amount) - cents(credits.amount))
    expect(authorizations.declined).toBe(declines.reduce((all: number, { count }: any) => all + count, 0))
  }
  for (const { currency, captures, credits, authorizations } of totals) {
    const own = days.filter((day: any) => day.currency === currency)
    const total = (of: (day: any) => number) => own.reduce((all: number, day: any) => all + of(day), 0)
    expect([
      captures.count,
      cents(captures.amount),
      credits.count,
      cents(credits.amount),
      authorizations.approved,
    ]).toEqual([
      total((day) => day.captures.count),
      total((day) => cents(day.captures.amount)),
      total((day) => day.credits.count),
      total((day) => cents(day.credits.amount)),
      total((day) => day.authorizations.approved),
    ])
  }
  return sums
}

type Step = keyof World['steps']
const { steps: allSteps } = await start()

test('figures equal the sums over the operations of all payments, and over those of their lists, after random histories', async () => {
  const seen = new Set<string>()
  const step = fc.record({ name: fc.constantFrom(...(Object.keys(allSteps) as Step[])), pick: fc.nat(1000) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (history) => {
      const world = await start()
      for (const name of ['sale', 'authorize', 'check', 'sale'] as const) await world.steps[name](history.length)
      for (const [index, { name, pick }] of history.entries()) {
        await world.steps[name](pick)
        if (index % 8 === 0) expect(await reported(world)).toEqual(await summed(world))
      }
      await world.steps.scan()
      const figures = await reported(world)
      expect(figures).toEqual(await summed(world))
      await expectExactLists(world, figures)
      for (const key of Object.keys(figures)) seen.add(key.split(' ')[2]!)
    }),
    { seed: 22, numRuns: 20, endOnFailure: true },
  )
  expect([...seen].toSorted()).toEqual(['approved', 'captures', 'credits', 'declined'])
}, 120_000)
