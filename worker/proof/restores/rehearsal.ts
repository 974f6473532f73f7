import { env } from 'cloudflare:test'
import { expect, vi } from 'vitest'
import type { Reconciliation } from '#contract/connections/reconciliation'
import { createRegistry } from '../../processors/registry.ts'
import type { Processor } from '../../processors/processor.ts'
import { acquirerDefinition, insertConnection } from '../../testing/fixtures/connectionFixture.ts'
import { openTerminal } from '../../testing/fixtures/terminalFixture.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { testClock } from '../../testing/merchant.ts'
import { card } from '../../testing/requestDefaults.ts'
import { backUp, restore } from './backup.ts'

/**
 * A restore of the database under its objects, which keep what they remember: webhooks and a terminal. Traffic goes on after it, then the
 * gateway is reconciled with the acquirer.
 */

/** What is going on at the moment of the backup, or of the restore. */
export const moments = [
  'nothing is under way',
  'a payment waits for its outcome',
  'deliveries are under way',
  'all deliveries are done',
  'a terminal waits for a card',
] as const
export type Moment = (typeof moments)[number]

export interface RehearsalSize {
  /** Payments before the backup, after it, and after the restore. */
  readonly before: number
  readonly lost: number
  readonly after: number
}

const minute = 60_000
/** Databases without the limits of one invocation: a backup reads everything. */
const database = (env as unknown as { DB_00: D1Database }).DB_00
const selectEvents = 'SELECT id FROM events WHERE account = ?'
const patience = { timeout: 20_000, interval: 20 }

/** A gate that a Durable Object or a request may wait at. It polls, since a promise of another context cannot be awaited. */
const createGate = () => {
  const gate = { isShut: false, waiting: 0 }
  return {
    gate,
    pass: async (): Promise<void> => {
      gate.waiting++
      while (gate.isShut) await new Promise((resolve) => setTimeout(resolve, 2))
      gate.waiting--
    },
  }
}

const repeat = async (count: number, work: () => Promise<void>): Promise<void> => {
  for (let index = 0; index < count; index++) await work()
}

export const startRehearsals = () => {
  const clock = testClock()
  const acquirer = acquirerDefinition('acquirer', clock.now)
  const processing = createGate()
  const delayed: Processor['authorize'] = async (op, ref) => {
    await processing.pass()
    return acquirer.processor.authorize(op, ref)
  }
  const definition = {
    ...acquirer.definition,
    create: (...args: Parameters<typeof acquirer.definition.create>) => ({
      ...acquirer.definition.create(...args),
      authorize: delayed,
    }),
  }
  const worker = startWebhookReceivers({ clock, processors: createRegistry([definition]) })

  return async (moment: Moment, size: RehearsalSize) => {
    const warnings: string[] = []
    vi.spyOn(console, 'log').mockReturnValue()
    vi.spyOn(console, 'warn').mockImplementation((line) => void warnings.push(String(line)))
    const terminal = await openTerminal(worker)
    const { merchant, call } = terminal
    const connection = await insertConnection(merchant, 'acquirer')
    await call('PUT', '/v1/account', { body: { routing: [{ connection }] } })
    await vi.waitFor(async () => expect(await merchant.rows(selectEvents, merchant.id)).toHaveLength(2), patience)
    /** Those of the terminal's pairing, before the webhook. */
    const earlier = new Set((await merchant.rows(selectEvents, merchant.id)).map(({ id }) => id))
    const receiver = await worker.receive(call)
    const delivering = createGate()
    receiver.respondWith(async () => {
      await delivering.pass()
      return new Response(null, { status: 204 })
    })

    const received = (): Set<string> => new Set(receiver.heard.map(({ headers }) => headers.get('webhook-id')!))
    const eventIds = async (): Promise<string[]> =>
      (await merchant.rows(selectEvents, merchant.id)).map(({ id }) => id as string).filter((id) => !earlier.has(id))
    const untilDelivered = () =>
      vi.waitFor(async () => {
        const known = received()
        expect((await eventIds()).filter((id) => !known.has(id))).toEqual([])
      }, patience)

    let amount = 10
    const authorize = () =>
      call('POST', '/v1/transactions/authorize', {
        body: { payment: { creditCard: card() }, amount: { value: amount++ } },
      })
    const pay = async (): Promise<void> => {
      const { transactionId } = (await authorize()).json
      await call('POST', '/v1/transactions/capture', { body: { transactionId } })
      if (amount % 3 === 0)
        await call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } })
    }
    const payAtTerminal = async (): Promise<void> => {
      const paying = terminal.pay(amount++)
      terminal.line.send(await terminal.card(await terminal.receivePayment()))
      expect((await paying).json.responseCode).toBe('00')
      await terminal.line.next('processing')
      await terminal.line.next('result')
    }

    await repeat(size.before, pay)
    await payAtTerminal()
    await untilDelivered()

    let pending: Promise<unknown> | null = null
    if (moment === 'a payment waits for its outcome') {
      processing.gate.isShut = true
      pending = authorize()
      await vi.waitFor(() => expect(processing.gate.waiting).toBeGreaterThan(0), patience)
    }
    const backup = await backUp(database, merchant.id)
    processing.gate.isShut = false
    await pending

    if (moment === 'deliveries are under way') delivering.gate.isShut = true
    await repeat(size.lost, pay)
    await payAtTerminal()
    const lostEvents = await eventIds()
    if (moment === 'all deliveries are done') await untilDelivered()
    if (moment === 'deliveries are under way')
      await vi.waitFor(() => expect(delivering.gate.waiting).toBeGreaterThan(0), patience)
    let waiting: Promise<unknown> | null = null
    if (moment === 'a terminal waits for a card') {
      waiting = terminal.pay(amount++)
      await terminal.receivePayment()
      await terminal.waitForSession({ state: 'awaiting_card' })
    }
    await restore(database, merchant.id, backup)
    delivering.gate.isShut = false

    const next = terminal.pay(amount++)
    if (waiting !== null) await terminal.line.next('result')
    terminal.line.send(await terminal.card(await terminal.receivePayment()))
    const atTerminal = (await next).json.responseCode
    await waiting
    await repeat(size.after, pay)

    const sweep = async (minutes: number): Promise<void> => {
      for (let index = 0; index < minutes; index++) {
        clock.advance(minute)
        await worker.sweep()
      }
    }
    const reconcile = async (): Promise<Pick<Reconciliation, 'differences' | 'repairs'>> => {
      const span = {
        from: new Date(clock.now() - 60 * minute).toISOString(),
        to: new Date(clock.now() + minute).toISOString(),
      }
      const differences: Reconciliation['differences'] = []
      const repairs: Reconciliation['repairs'] = []
      let cursor: string | null = null
      do {
        const body = { ...span, repair: true, ...(cursor !== null && { cursor }) }
        const response = await call('POST', `/v1/connections/${connection}/reconcile`, { body })
        if (response.status !== 200) throw new Error(`${response.status} ${response.text}`)
        const page = response.json.reconciliation as Reconciliation
        differences.push(...page.differences)
        repairs.push(...page.repairs)
        cursor = page.cursor
      } while (cursor !== null)
      return { differences, repairs }
    }
    await sweep(2)
    const first = await reconcile()
    await sweep(4)
    const last = await reconcile()
    await untilDelivered()

    const ids = await eventIds()
    const statesOf = async (id: string): Promise<string | undefined> => {
      const { deliveries } = (await call('GET', `/v1/events/${id}/attempts`)).json
      return deliveries.find(({ webhook }: { webhook: string }) => webhook === receiver.id)?.state
    }
    await vi.waitFor(async () => {
      for (const id of ids) expect([id, await statesOf(id)]).toEqual([id, 'delivered'])
    }, patience)
    const [sums] = await merchant.rows(
      `SELECT coalesce(sum(approved), 0) AS authorized, coalesce(sum(captured), 0) AS captured, coalesce(sum(credited), 0) AS credited
       FROM transactions WHERE account = ? AND type = 'payment' AND status NOT IN ('pending', 'declined', 'failed', 'reversed', 'voided')`,
      merchant.id,
    )
    const totals = acquirer.ledger.totals(merchant.id, 840)
    return {
      atTerminal,
      repaired: first.repairs.length,
      left: last.differences,
      repairsAgain: last.repairs,
      /** Events that were removed, and events of the restored database that the receiver never got. */
      removed: lostEvents.filter((id) => !ids.includes(id)).length,
      undelivered: ids.filter((id) => !received().has(id)),
      ours: sums,
      theirs: {
        authorized: Number(totals.authorized),
        captured: Number(totals.captured),
        credited: Number(totals.credited),
      },
      isNoticed: warnings.some((line) => line.includes('"webhook":"database restored"')),
      isNoticedAtTerminal: warnings.some((line) => line.includes('"terminal":"database restored"')),
    }
  }
}
