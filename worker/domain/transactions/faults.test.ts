import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Processor } from '../../processors/processor.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Fault } from '../../proof/acquirer/faultPlan.ts'
import { brokenDatabase } from '../../testing/brokenDatabase.ts'
import type { Fate } from '../../testing/brokenDatabase.ts'
import type { Answered, Merchant } from '../../testing/merchant.ts'
import { bindings } from '../../testing/bindings.ts'
import { byCard, byToken, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/**
 * The database fails at every call of an authorize, before and after its effect, once and from then on. Then everything works again and
 * the cron's sweeps run; whatever the fault was, our book and the acquirer's must agree.
 */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const healthy = startWorker({ processor: acquirer.processor, clock })

interface Scenario {
  readonly name: string
  readonly settings?: { readonly cvvReject: string[] }
  /** What goes wrong at the acquirer. */
  readonly fault?: Fault
  readonly by: 'token' | 'card'
}

const scenarios: readonly Scenario[] = [
  { name: 'approved', by: 'card' },
  { name: 'approved', by: 'token' },
  { name: 'approved in part', by: 'token', fault: { kind: 'partial' } },
  { name: 'declined', by: 'token', fault: { kind: 'decline', code: '51' } },
  { name: 'approved and undone by a rule', by: 'token', settings: { cvvReject: ['M'] } },
  { name: 'without an answer', by: 'token', fault: { kind: 'dropAfter' } },
  { name: 'never arrived', by: 'token', fault: { kind: 'dropBefore' } },
]

interface Plan {
  readonly scenario: Scenario
  readonly call: number
  readonly fate: Exclude<Fate, 'runs'>
  readonly lasting: boolean
}

interface Run {
  readonly merchant: Merchant
  readonly answer: Answered
  readonly calls: number
}

/** The acquirer, with what goes wrong there bound to this run's operation, so that many runs share one book. */
const processorOf = ({ fault }: Scenario): Processor => ({
  ...acquirer.processor,
  authorize: (op, ref) => {
    if (fault) acquirer.orders.give({ fault, on: 'authorize', op: op.op })
    return acquirer.processor.authorize(op, ref)
  },
})

/** One authorize by a merchant of its own, whose batches meet `fate`. */
const run = async (scenario: Scenario, fate: (call: number) => Fate): Promise<Run> => {
  const merchant = await createMerchant(scenario.settings ? { settings: scenario.settings } : {})
  const tokenized = await healthy.as(merchant.publishableKey)('POST', '/v1/tokens', { body: { creditCard: card() } })
  const broken = brokenDatabase(bindings.DB_00, fate)
  const worker = startWorker({ processor: processorOf(scenario), clock }, { DB_00: broken.d1 })
  const body = scenario.by === 'card' ? byCard() : byToken(tokenized.json.token)
  const answer = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body })
  return { merchant, answer, calls: broken.calls() }
}

const plansOf = (scenario: Scenario, calls: number): Plan[] =>
  Array.from({ length: calls }, (_, index) =>
    (['fails before', 'fails after'] as const).flatMap((fate) =>
      [false, true].map((lasting) => ({ scenario, call: index + 1, fate, lasting })),
    ),
  ).flat()

/** Sweeps until nothing of anybody is due within a day. */
const sweepToTheEnd = async () => {
  for (let round = 0; round < 60; round++) {
    await healthy.sweep()
    const { results } = await bindings.DB_00.prepare('SELECT count(*) AS n FROM operations WHERE due IS NOT NULL').all()
    if (results[0]?.['n'] === 0) return
    clock.advance(61_000)
  }
}

// A run without faults says how many calls there are. The note that the key was used is one of them, and may come at any time.
const plans: Plan[] = []
for (const scenario of scenarios) plans.push(...plansOf(scenario, (await run(scenario, () => 'runs')).calls))
const runs = new Map<Plan, Run>()

const begin = async (plan: Plan) => {
  const fate = (call: number): Fate => (call === plan.call || (plan.lasting && call > plan.call) ? plan.fate : 'runs')
  runs.set(plan, await run(plan.scenario, fate))
}

beforeAll(async () => {
  // Ten at a time: the pauses of repeated writes overlap.
  for (let at = 0; at < plans.length; at += 10) await Promise.all(plans.slice(at, at + 10).map(begin))
  await sweepToTheEnd()
}, 60_000)

test('there are faults at each of four calls or more, for each scenario', () => {
  for (const scenario of scenarios)
    expect(
      new Set(plans.filter((plan) => plan.scenario === scenario).map(({ call }) => call)).size,
    ).toBeGreaterThanOrEqual(4)
})

describe.each(plans)('$scenario.name, by $scenario.by: call $call $fate, lasting: $lasting', (plan) => {
  test('ends decided, and our book is that of the acquirer', async () => {
    const { merchant, answer } = runs.get(plan)!
    const transactions = await merchant.rows('SELECT * FROM transactions WHERE account = ?', merchant.id)
    const operations = await merchant.rows('SELECT * FROM operations WHERE account = ?', merchant.id)
    const entries = acquirer.book
      .entries()
      .filter(({ op, account }) => account === merchant.id || operations.some(({ id }) => String(id) === op))

    expect(transactions.length).toBeLessThanOrEqual(1)
    for (const { status } of transactions) expect(['authorized', 'declined', 'reversed']).toContain(status)
    for (const { status, due } of operations) {
      expect(status).not.toBe('pending')
      expect(due).toBeNull()
    }
    // Every effect at the acquirer is one of ours, happened once, and stands exactly where we say that it stands.
    for (const entry of entries) {
      const transaction = transactions.find(({ id }) => String(id) === entry.op)
      expect(transaction).toBeDefined()
      expect(entry.effects).toBeLessThanOrEqual(1)
      expect(entry.requests).toBeLessThanOrEqual(1)
      expect(entry.state === 'approved').toBe(transaction?.['status'] === 'authorized')
    }
    for (const { id, approved } of transactions.filter(({ status }) => status === 'authorized'))
      expect(entries.find(({ op }) => op === String(id))).toMatchObject({
        state: 'approved',
        approved: String(approved),
      })

    // What the client was told holds.
    if (answer.status !== 200) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('10')
      return
    }
    const { responseCode, transactionId } = answer.json
    const shown = (await healthy.as(merchant.secretKey)('GET', `/v1/transactions/${transactionId}`)).json
    if (responseCode === '00' || responseCode === '10')
      expect(shown).toMatchObject({ status: 'authorized', responseCode, amountAuthorized: answer.json.amount })
    else expect(shown.status).toBe(responseCode === '68' ? 'reversed' : 'declined')
    expect(shown.responseCode).toBe(responseCode)
  })
})
