import { runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { expect, vi } from 'vitest'
import type { FromGateway } from '#contract/device'
import type { Processor } from '../processors/processor.ts'
import type { TimeLimits } from '../domain/timeLimits.ts'
import type { StoredSession } from '../terminals/stored/storedSession.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { bindings } from './bindings.ts'
import { brokenDatabase } from './brokenDatabase.ts'
import { cardFrame, logIn, pairDevice, readerObject } from './device.ts'
import type { ShopperAnswers } from './device.ts'
import { createMerchant, startWorker, testClock } from './merchant.ts'
import type { MerchantOptions } from './merchant.ts'
import { objectGateway } from './objectGateway.ts'

type Payment = Extract<FromGateway, { type: 'payment' }>

/**
 * A place where work can be kept waiting. Both sides look again and again, since nothing that one object of the platform has to wait for
 * may be resolved by another, or by the test.
 */
const createGate = () => {
  const gate = { isShut: false, hasCome: false }
  return {
    /** Whoever comes from now on waits. Answers, once that is waited for, when somebody has come. */
    shut: (): (() => Promise<void>) => {
      Object.assign(gate, { isShut: true, hasCome: false })
      return () => vi.waitFor(() => expect(gate.hasCome).toBe(true), { timeout: 5_000, interval: 2 })
    },
    open: (): void => void (gate.isShut = false),
    pass: async (): Promise<void> => {
      gate.hasCome = true
      while (gate.isShut) await new Promise((resolve) => setTimeout(resolve, 2))
    },
  }
}

/**
 * A worker for tests of card readers: its clock, the acquirer behind it, and where the two can be kept from each other.
 *
 * @param database of the readers' objects
 */
export const startReaders = (clock = testClock(), database: D1Database = bindings.DB_00) => {
  const acquirer = inMemoryAcquirer({ now: clock.now })
  const beforeProcessor = createGate()
  const afterProcessor = createGate()
  const processor: Processor = {
    ...acquirer.processor,
    authorize: async (op, ref) => {
      await beforeProcessor.pass()
      const outcome = await acquirer.processor.authorize(op, ref)
      await afterProcessor.pass()
      return outcome
    },
  }
  /** Can be changed while it runs. */
  const limits: { -readonly [limit in keyof TimeLimits]: TimeLimits[limit] } = {
    processorTimeoutMs: 20_000,
    reversalTimeoutMs: 5_000,
    abandonAfterMs: 45_000,
    reversalLeaseMs: 60_000,
  }
  const worker = startWorker({ clock, processor, limits })
  const books = { areClosed: false, areSilent: false }
  const { d1 } = brokenDatabase(database, () =>
    books.areClosed ? 'fails before' : books.areSilent ? 'fails after' : 'runs',
  )
  const whole = objectGateway.of!
  const bound = { ...bindings, DB_00: d1 }
  objectGateway.of = () => whole(bound)
  return {
    ...worker,
    clock,
    limits,
    ...acquirer,
    beforeProcessor,
    afterProcessor,
    /** Whether the readers' objects, and they alone, cannot reach the database, or do not hear its answers. */
    books,
  }
}

export type Readers = ReturnType<typeof startReaders>

/** A merchant with one card reader, which is connected. */
export const openTill = async (readers: Readers, options: MerchantOptions = {}) => {
  const merchant = await createMerchant({ ...options, settings: { tipAtSale: true, ...options.settings } })
  const call = readers.as(merchant.secretKey)
  const device = await pairDevice(readers.fetch, call)
  // A stub whose object broke stays broken.
  const object = () => readerObject(device)
  const session = () =>
    runInDurableObject(object(), (_reader, { storage }) => storage.kv.get<StoredSession>('session') ?? null)
  const till = {
    merchant,
    call,
    device,
    object,
    session,
    ...(await logIn(readers.fetch, device)),
    /** Connects anew: the line and the welcome are those of the new connection. */
    connect: async () => {
      Object.assign(till, await logIn(readers.fetch, device))
      return till.welcome
    },
    body: (value: number, prompts: object = {}) => ({
      payment: { terminal: { id: device.terminal, ...prompts } },
      amount: { value },
    }),
    /** Asks for a payment. */
    pay: (value = 12.5, prompts: object = {}, headers: Record<string, string> = {}) =>
      call('POST', '/v1/transactions/authorize', { body: till.body(value, prompts), headers }),
    void: (id: string, headers: Record<string, string> = {}) =>
      call('POST', '/v1/transactions/void', { body: { transactionId: id }, headers }),
    shown: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    status: async () => (await call('GET', `/v1/terminals/${device.terminal}`)).json.terminals[0].status,
    say: (type: 'received' | 'presented' | 'cancel' | 'failure', { session: id }: Pick<Payment, 'session'>) =>
      till.line.send({ type, session: id }),
    card: (payment: Pick<Payment, 'session'>, answers?: ShopperAnswers) => cardFrame(payment, till.welcome, answers),
    /** The next payment, as far as the shopper's turn. */
    received: async () => {
      const payment = await till.line.next('payment')
      till.say('received', payment)
      return payment
    },
    /** A payment from its begin to its approval, to show that the reader works. */
    paid: async (value = 12.5) => {
      const paying = till.pay(value)
      till.line.send(await till.card(await till.received()))
      return (await paying).json
    },
    /** Waits until the session stands so. */
    comesTo: (stands: Partial<StoredSession>) =>
      vi.waitFor(
        async () => {
          const now = await session()
          for (const [member, value] of Object.entries(stands))
            if (now?.[member as keyof StoredSession] !== value) throw new Error(`${member} is ${String(now?.state)}`)
        },
        { timeout: 5_000, interval: 5 },
      ),
    /** Waits until a card was presented. */
    isPresented: () =>
      vi.waitFor(async () => expect((await session())?.presented).toBeTypeOf('number'), {
        timeout: 5_000,
        interval: 5,
      }),
    alarm: () => runInDurableObject(object(), (_reader, { storage }) => storage.getAlarm()),
    /** Waits until all is written down, and nothing is left that would wake it. */
    rests: () =>
      vi.waitFor(async () => expect(await till.alarm()).toBeNull(), {
        timeout: 5_000,
        interval: 5,
      }),
    ring: () => runDurableObjectAlarm(object()),
    /** The object ends at once, with what it had in memory, and its connections. */
    crash: async () => {
      await runInDurableObject(object(), (_reader, state) => state.abort('crash')).catch(() => undefined)
      await till.line.closed
    },
  }
  return till
}

export type Till = Awaited<ReturnType<typeof openTill>>
