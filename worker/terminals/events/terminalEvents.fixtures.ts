import { runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import type { Event } from '#contract/events/events'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { terminalStub } from '../../testing/device.ts'
import { readEvents } from '../../testing/events.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'
import type { StoredSession } from '../stored/storedSession.ts'

export type ExpectedTerminalEvent = Extract<Event, { data: { terminal: unknown } }>

/** A database that runs a callback once, before the next batch with a statement that contains a text. */
export const interruptibleDatabase = () => {
  let next: { readonly part: string; readonly callback: () => Promise<unknown> } | null = null
  const statements: string[] = []
  const d1 = interceptD1(bindings.DB_00, {
    before: async ({ sql }) => {
      statements.push(...sql)
      const current = next
      if (current === null || !sql.some((text) => text.includes(current.part))) return
      next = null
      await current.callback()
    },
  })
  return {
    d1,
    before: (part: string, callback: () => Promise<unknown>): void => {
      next = { part, callback }
    },
    /** How many statements so far contain this text. */
    count: (part: string) => statements.filter((text) => text.includes(part)).length,
  }
}

/** Polls, since a promise of one Durable Object cannot be resolved by another object or by the test. */
export const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 2))
}

export const polling = { timeout: 5_000, interval: 20 }

/** The terminal events of a merchant. `eventsOf` checks them against the contract and for gaps in their sequence. */
export const terminalEventsOf = async (merchant: Merchant): Promise<ExpectedTerminalEvent[]> =>
  (await readEvents(merchant)).filter((event): event is ExpectedTerminalEvent => 'terminal' in event.data)

/** A short name for each event: its session state, or its type without the prefix. */
export const labelOf = ({ type, data }: ExpectedTerminalEvent): string =>
  data.terminal.session?.state ?? type.slice('terminal.'.length)

/** Waits until the merchant has exactly these events. */
export const waitForEvents = (merchant: Merchant, ...labels: string[]): Promise<ExpectedTerminalEvent[]> =>
  vi.waitFor(async () => {
    const events = await terminalEventsOf(merchant)
    expect(events.map(labelOf)).toEqual(labels)
    return events
  }, polling)

/** The events of a paired terminal before its first payment. */
export const afterPairing = ['registered', 'online'] as const

/** Runs work at a later time of the platform's clock, which connections are measured by. */
export const atLaterTime = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms)
  return work().finally(() => clock.mockRestore())
}

export const { silenceMs } = deviceLimits

/** The terminal as GET returns it. */
export const readTerminal = async ({ call, device }: Pick<OpenTerminal, 'call' | 'device'>) =>
  (await call('GET', `/v1/terminals/${device.terminal}`)).json.terminals[0]

export const registration = (registrationCode: string) => ({ body: { registrationCode, nickname: 'Till 1' } })

/** A worker for tests of terminal events. Its terminal objects have a database that can be interrupted. */
export const terminalEventFixture = () => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  afterAll(async () => {
    vi.restoreAllMocks()
    // The cron of other tests would run for each account with a test clock.
    await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
  })
  const objectDatabase = interruptibleDatabase()
  const worker = startTerminals(undefined, objectDatabase.d1)
  beforeEach(async () => {
    Object.assign(worker.books, { areClosed: false, areSilent: false })
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  })

  const createSimulated = async (code: string) => {
    const merchant = await createMerchant()
    const call = worker.as(merchant.secretKey)
    const { json: registered } = await call('POST', '/v1/terminals', registration(code))
    const { id } = registered.terminals[0]
    const object = () => terminalStub({ reader: `00-${id}` })
    return {
      merchant,
      call,
      registered,
      object,
      /** Waits until a payment is open and no card was presented yet. */
      awaitsCard: () =>
        vi.waitFor(async () => {
          const session = await runInDurableObject(object(), (_object, { storage }) =>
            storage.kv.get<StoredSession>('session'),
          )
          expect(session?.state).toBe('awaiting_card')
        }, polling),
      read: () => readTerminal({ call, device: { terminal: id, reader: '', key: '' } }),
      simulate: (action: string) => call('POST', `/v1/terminals/${id}/simulate`, { body: { action } }),
      pay: () =>
        call('POST', '/v1/transactions/authorize', {
          body: { payment: { terminal: { id } }, amount: { value: 12.5 } },
        }),
      remove: () => call('DELETE', `/v1/terminals/${id}`),
    }
  }

  return { ...worker, worker, objectDatabase, createSimulated, createPaired: () => openTerminal(worker) }
}
