import * as fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { listEvents } from '../../testing/fixtures/eventRequests.ts'
import { card, cardPayment } from '../../testing/merchant.ts'
import {
  createEventFixture,
  declined,
  limits,
  minute,
  notSent,
  responseLost,
} from '../transactions/fixtures/transactionEvents.ts'

/** Events have only what may change; the rest comes from the rows at the time of a read. What they show must never change. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const day = 86_400_000

const any = (list: readonly string[], pick: number) => list[pick % list.length] ?? '1'
const order = (pick: number) => ({ referenceObject: 'Invoice', referenceObjectId: pick, email: 'ada@example.com' })

/** A merchant with payments in many states, and steps that change them. */
const start = async () => {
  const fixture = await createEventFixture({ settings: { duplicateWindowSeconds: 0 } })
  const { merchant, post, plantFault, clock, worker } = fixture
  const call = worker.as(merchant.secretKey)
  const payments: string[] = []
  const operations: string[] = []
  const { customers } = (await call('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json
  const customer = customers[0].id as string
  const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
  const wallet = (await call('POST', `/v1/customers/${customer}/wallet`, { body: { token } })).json.wallet[0]
    .id as string
  const pay = async (verb: string, body: object) => {
    const { json } = await post(verb, body)
    if (json.transactionId !== null) payments.push(json.transactionId)
  }
  const change = async (verb: string, body: object) => {
    const { json } = await post(verb, body)
    if (json.transactionId !== null) operations.push(json.transactionId)
  }
  const steps = {
    authorize: (pick: number) =>
      pay('authorize', cardPayment(undefined, { order: order(pick), initiatedByUserId: pick })),
    authorizeStored: (pick: number) =>
      pay('authorize', { payment: { stored: { customer, wallet } }, amount: { value: 5 }, order: order(pick) }),
    sale: () => pay('sale', cardPayment(undefined, { tip: 1 })),
    decline: async () => {
      plantFault('authorize', declined)
      await pay('authorize', cardPayment())
    },
    loseAuthorization: async () => {
      plantFault('authorize', responseLost)
      await pay('authorize', cardPayment())
    },
    capturePart: (pick: number) =>
      change('capture', { transactionId: any(payments, pick), amount: 1 + (pick % 3), initiatedByUserId: pick }),
    captureRest: (pick: number) => change('capture', { transactionId: any(payments, pick) }),
    failCapture: async (pick: number) => {
      plantFault('capture', notSent)
      await change('capture', { transactionId: any(payments, pick), amount: 1 })
    },
    loseCapture: async (pick: number) => {
      plantFault('capture', responseLost)
      await change('capture', { transactionId: any(payments, pick), amount: 1 })
    },
    void: (pick: number) => change('void', { transactionId: any([...payments, ...operations], pick) }),
    refund: (pick: number) =>
      change('credit', {
        referenceTransactionId: Number(any(payments, pick)),
        amount: { value: 1 },
        ...(pick % 2 === 0 && { order: order(pick) }),
      }),
    credit: (pick: number) => pay('credit', cardPayment(undefined, { amount: { value: 1 + (pick % 3) } })),
    settle: () => call('POST', '/v1/batches/close'),
    sweep: async () => {
      clock.advance(limits.abandonAfterMs + minute)
      await worker.sweep()
    },
    expire: async () => {
      clock.advance(8 * day)
      await worker.sweep()
    },
  }
  return { ...fixture, call, customer, steps }
}

type Step = keyof Awaited<ReturnType<typeof start>>['steps']
const { steps: allSteps } = await start()
const history = fc.array(fc.record({ name: fc.constantFrom(...(Object.keys(allSteps) as Step[])), pick: fc.nat(20) }), {
  minLength: 12,
  maxLength: 25,
})

test('events keep their content while their payments are captured, refunded, voided, settled and expire', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const { steps, call } = await start()
      const first = new Map<string, string>()
      for (const step of [{ name: 'authorize', pick: 0 } as const, ...drawn]) {
        await steps[step.name](step.pick)
        const listed = await listEvents(call, '?pageSize=100')
        for (const event of listed) {
          const text = JSON.stringify(event)
          expect(text, step.name).toBe(first.get(event.id) ?? text)
          first.set(event.id, text)
          seen.add(event.type)
        }
        expect(listed).toHaveLength(first.size)
      }
      for (const [id, text] of first) {
        const { json } = await call('GET', `/v1/events/${id}`)
        expect(JSON.stringify(json.event)).toBe(text)
      }
    }),
    { seed: 25, numRuns: 20 },
  )
  for (const type of [
    'authorized',
    'declined',
    'captured',
    'capture_failed',
    'voided',
    'credited',
    'settled',
    'expired',
    'reversed',
  ])
    expect([...seen], type).toContain(`transaction.${type}`)
}, 120_000)
