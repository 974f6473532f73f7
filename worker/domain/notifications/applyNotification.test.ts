import { expect, test } from 'vitest'
import type { Notification } from '../../processors/notifications.ts'
import type { Outcome } from '../../processors/processor.ts'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import { cardSale, paymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { applyNotification } from './applyNotification.ts'
import { refMember } from '../../store/transactions/columns.ts'

const month = 30 * 86_400_000
const silent = { can: { ...capabilitySets.blind, answersLater: true }, outcomeAfterMs: month }

/** A fixture whose operations belong to a connection, and whose calls of the processor run a hook before their response is recorded. */
const setUp = async () => {
  const fixture = await paymentFixture({ settings: { unreferencedCredits: true } }, silent)
  const connection = `cn-${fixture.merchant.id}`
  const assign = () =>
    fixture.merchant.run(
      "UPDATE operations SET storedRef = json_set(storedRef, '$.connection', ?, '$.theirs', storedRef ->> '$.raw') WHERE account = ?",
      connection,
      fixture.merchant.id,
    )
  const notify = async (notification: Notification) => {
    await assign()
    return applyNotification(notification, connection, fixture.services())
  }
  const withHook = (beforeResponse: () => Promise<unknown>): ReturnType<PaymentFixture['services']> => {
    const services = fixture.services()
    const hooked =
      <Args extends readonly unknown[]>(send: (...args: Args) => Promise<Outcome>) =>
      async (...args: Args): Promise<Outcome> => {
        const outcome = await send(...args)
        await beforeResponse()
        return outcome
      }
    const { capture, credit } = services.processor
    return { ...services, processor: { ...services.processor, capture: hooked(capture), credit: hooked(credit) } }
  }
  return { ...fixture, notify, withHook }
}

const approved = (op: string, id: string, minor = 400n): Notification => ({
  id,
  at: Date.now(),
  of: { op },
  kind: 'outcome',
  outcome: { result: 'approved', code: '00', approved: { minor, currency: 840, exponent: 2 } },
})

const declined = (op: string, id: string): Notification => ({
  id,
  at: Date.now(),
  of: { op },
  kind: 'outcome',
  outcome: { result: 'declined', code: '51' },
})

/** All orders of some things. */
const permutations = <T>(things: readonly T[]): T[][] => {
  if (things.length === 0) return [[]]
  return things.flatMap((first, at) => permutations(things.toSpliced(at, 1)).map((rest) => [first].concat(rest)))
}

const steps = ['response', 'message', 'sameMessage', 'secondMessage'] as const
type Step = (typeof steps)[number]

/** The order of messages around the response to the request itself. */
const runInOrder = async (order: readonly Step[], end: 'approved' | 'declined') => {
  const fixture = await setUp()
  const { merchant, notify, withHook, newAuthorization, capture, operations } = fixture
  const payment = await newAuthorization()
  const messageOf = (op: string, step: Step) =>
    (end === 'approved' ? approved : declined)(op, step === 'secondMessage' ? 'm-2' : 'm-1')
  const send = async (messages: readonly Step[]) => {
    const op = String((await operations()).at(-1)!.id)
    for (const step of messages) await notify(messageOf(op, step))
  }
  const at = order.indexOf('response')
  const { responseCode } = await capture(
    payment,
    { amount: 4 },
    withHook(() => send(order.slice(0, at))),
  )
  await send(order.slice(at + 1))
  const [row] = await merchant.rows('SELECT attention, updated FROM transactions WHERE account = ?', merchant.id)
  const { amountCaptured, amountCapturable, status } = await fixture.read(payment)
  const events = await merchant.rows('SELECT type FROM events WHERE account = ? ORDER BY at, id', merchant.id)
  return {
    responseCode: at === 0 ? responseCode : 'known',
    response: responseCode,
    state: { amountCaptured, amountCapturable, status, attention: row!['attention'], events },
  }
}

test.each(['approved', 'declined'] as const)(
  'messages that a capture was %s and the response to its request have one result in every order',
  async (end) => {
    const results = []
    for (const order of permutations(steps)) results.push(await runInOrder(order, end))
    for (const { state, response, responseCode } of results) {
      expect(state).toEqual(results[0]!.state)
      // The response has the outcome if the message was first.
      expect(response).toBe(responseCode === 'known' ? (end === 'approved' ? '00' : '51') : '09')
    }
    expect(results[0]!.state).toMatchObject(
      end === 'approved'
        ? { amountCaptured: 4, amountCapturable: 6.5, attention: null }
        : { amountCaptured: 0, amountCapturable: 10.5, attention: null },
    )
  },
  30_000,
)

test('concurrent deliveries of one message are applied once', async () => {
  const fixture = await setUp()
  const payment = await fixture.newAuthorization()
  const { transactionId } = await fixture.capture(payment, { amount: 4 })
  await Promise.all(Array.from({ length: 4 }, () => fixture.notify(approved(transactionId, 'm-1'))))
  expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 4 })
  const stored = await fixture.merchant.rows('SELECT id FROM notifications WHERE account = ?', fixture.merchant.id)
  expect(stored).toHaveLength(1)
})

test('of two contradicting notifications the first sets the outcome, and the operation needs attention', async () => {
  for (const [first, second, captured] of [
    [approved, declined, 4],
    [declined, approved, 0],
  ] as const) {
    const fixture = await setUp()
    const payment = await fixture.newAuthorization()
    const { transactionId } = await fixture.capture(payment, { amount: 4 })
    await fixture.notify(first(transactionId, 'm-1'))
    await fixture.notify(second(transactionId, 'm-2'))
    await fixture.notify(second(transactionId, 'm-2'))
    expect(await fixture.read(payment)).toMatchObject({
      amountCaptured: captured,
      needsAttention: { reason: 'outcome_contradicted' },
    })
    expect(fixture.attentions).toMatchObject([{ attentionReason: 'outcome_contradicted' }])
  }
})

test('a message with another amount than the recorded one asks for a person', async () => {
  const fixture = await setUp()
  const payment = await fixture.newAuthorization()
  const { transactionId } = await fixture.capture(payment, { amount: 4 })
  await fixture.notify(approved(transactionId, 'm-1'))
  await fixture.notify(approved(transactionId, 'm-2', 300n))
  expect(await fixture.read(payment)).toMatchObject({
    amountCaptured: 4,
    needsAttention: { reason: 'outcome_contradicted' },
  })
})

test('an unreferenced credit that is notified before its response is paid once, and returns that outcome', async () => {
  const fixture = await setUp()
  const paid = await fixture.credit(
    cardSale(4),
    fixture.withHook(async () => {
      const op = String((await fixture.operations()).at(-1)!.id)
      await fixture.notify(approved(op, 'm-1'))
    }),
  )
  expect(paid).toMatchObject({ approved: true, responseCode: '00' })
  expect(await fixture.read(paid.transactionId)).toMatchObject({ status: 'refunded', amountCredited: 4 })
})

test('a message that names an operation by the reference of its processor is applied, and one that is ahead is to be sent again', async () => {
  const fixture = await setUp()
  const payment = await fixture.newAuthorization()
  const { transactionId } = await fixture.capture(payment, { amount: 4 })
  const [row] = await fixture.merchant.rows(
    "SELECT processorRef ->> '$.raw' AS raw FROM operations WHERE id = ?",
    Number(transactionId),
  )
  const raw = String(row!['raw'])
  const byTheirs = (reference: string, at: number) =>
    ({ ...approved(transactionId, `m-${reference}-${at}`), of: { theirs: reference }, at }) as const
  const now = fixture.gateway.clock.now()
  expect(await fixture.notify(byTheirs('acq_unknown', now))).toBe('early')
  expect(await fixture.notify(byTheirs('acq_unknown', now - 3_600_000))).toBe('applied')
  expect(await fixture.notify(byTheirs(raw, now))).toBe('applied')
  expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 4 })
})

test('a message by the reference of a processor finds its operation by an index', async () => {
  const { merchant } = await setUp()
  const plan = await merchant.rows(
    `EXPLAIN QUERY PLAN SELECT id FROM operations WHERE ${refMember('connection')} = ? AND ${refMember('theirs')} = ?`,
    'a',
    'b',
  )
  expect(JSON.stringify(plan)).toContain('operationsByTheirs')
})
