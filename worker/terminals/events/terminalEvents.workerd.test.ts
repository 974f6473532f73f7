import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, deviceLimits } from '#contract/terminals/device'
import type { Event } from '#contract/events/events'
import { bindings } from '../../testing/bindings.ts'
import { logIn, readerObject, showCode } from '../../testing/device.ts'
import type { Line } from '../../testing/device.ts'
import { eventsOf } from '../../testing/events.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Answered, Call, Merchant } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/objectGateway.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'
import { WebhookEndpoint } from '../../webhooks/endpoint.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import type { TerminalObject } from '../terminalObject.ts'
import type { StoredSession } from '../stored/storedSession.ts'

/** What is told of card readers: that they came and went, and how far the payment at them is. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()
afterAll(async () => {
  vi.restoreAllMocks()
  // Each account with a clock of its own is one more that the cron of other tests would drive.
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

/** A database that can do something else first, once, before a batch that has a statement with such a text. */
const interruptible = () => {
  let next: { readonly part: string; readonly first: () => Promise<unknown> } | null = null
  const texts: string[] = []
  const d1 = interceptD1(bindings.DB_00, {
    before: async ({ sql }) => {
      texts.push(...sql)
      const now = next
      if (now === null || !sql.some((text) => text.includes(now.part))) return
      next = null
      await now.first()
    },
  })
  return {
    d1,
    before: (part: string, first: () => Promise<unknown>): void => {
      next = { part, first }
    },
    /** How many statements with such a text there were. */
    count: (part: string) => texts.filter((text) => text.includes(part)).length,
  }
}

/** Looks again and again, since no object of the platform may wait for another, or for the test. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const ofObjects = interruptible()
const readers = startReaders(undefined, ofObjects.d1)
const { clock, limits, books, beforeProcessor, afterProcessor, faultPlan } = readers

beforeEach(async () => {
  Object.assign(books, { areClosed: false, areSilent: false })
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

type TerminalEvent = Extract<Event, { data: { terminal: unknown } }>

/** What was told of a merchant's terminals. Each fits the contract, and their numbers have no gap. */
const toldOf = async (merchant: Merchant): Promise<TerminalEvent[]> =>
  (await eventsOf(merchant)).filter((event): event is TerminalEvent => 'terminal' in event.data)

/** In one word each: what happened, or where the payment stands. */
const wordOf = ({ type, data }: TerminalEvent): string => data.terminal.session?.state ?? type.slice('terminal.'.length)

const patience = { timeout: 5_000, interval: 20 }

/** Waits until that was told, and nothing else was. */
const hasTold = (merchant: Merchant, ...words: string[]): Promise<TerminalEvent[]> =>
  vi.waitFor(async () => {
    const told = await toldOf(merchant)
    expect(told.map(wordOf)).toEqual(words)
    return told
  }, patience)

/** What every till has told before its first payment. */
const open = ['registered', 'online'] as const

/** Does something as if it were so much later by the platform's clock, which is that of connections. */
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const wall = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms)
  return work().finally(() => wall.mockRestore())
}

const silence = deviceLimits.silenceMs

/** A terminal as it is read. */
const shown = async ({ call, device }: Pick<Till, 'call' | 'device'>) =>
  (await call('GET', `/v1/terminals/${device.terminal}`)).json.terminals[0]

const registration = (registrationCode: string) => ({ body: { registrationCode, nickname: 'Till 1' } })

const openSimulated = async (code: string) => {
  const merchant = await createMerchant()
  const call = readers.as(merchant.secretKey)
  const { json: registered } = await call('POST', '/v1/terminals', registration(code))
  const { id } = registered.terminals[0]
  const object = () => readerObject({ reader: `00-${id}` })
  return {
    merchant,
    call,
    registered,
    object,
    /** Until a payment waits for its shopper. */
    waits: () =>
      vi.waitFor(async () => {
        const session = await runInDurableObject(object(), (_reader, { storage }) =>
          storage.kv.get<StoredSession>('session'),
        )
        expect(session?.state).toBe('awaiting_card')
      }, patience),
    shown: () => shown({ call, device: { terminal: id, reader: '', key: '' } }),
    simulate: (action: string) => call('POST', `/v1/terminals/${id}/simulate`, { body: { action } }),
    pay: () =>
      call('POST', '/v1/transactions/authorize', { body: { payment: { terminal: { id } }, amount: { value: 12.5 } } }),
    remove: () => call('DELETE', `/v1/terminals/${id}`),
  }
}

describe('that a terminal was registered is told', () => {
  test.each([
    ['SIM001', 'online'],
    ['SIM003', 'offline'],
    ['SIM004', 'busy'],
  ])('of a simulated one, %s, as it is read, %s, with the request that did it', async (code, status) => {
    const { merchant, registered } = await openSimulated(code)
    const [told, ...others] = await toldOf(merchant)
    expect(told).toMatchObject({ type: 'terminal.registered', kind: 6, sequence: 1, requestId: registered.requestId })
    expect(told!.data.terminal).toEqual(registered.terminals[0])
    expect(told!.data.terminal.status).toBe(status)
    expect(others).toEqual([])
  })

  test('as it was configured', async () => {
    const merchant = await createMerchant()
    const configuration = { promptTip: true, tipAmounts: [1, 2.25, 3], keyCard: true }
    const { json } = await readers.as(merchant.secretKey)('POST', '/v1/terminals', {
      body: { registrationCode: 'READER', nickname: 'Till 1', configuration },
    })
    const [told] = await toldOf(merchant)
    expect(told!.data.terminal).toEqual(json.terminals[0])
    expect(told!.data.terminal.configuration).toMatchObject(configuration)
  })

  test('of a real one once it has kept its key; and when it comes, that it is online', async () => {
    const till = await openTill(readers)
    const [registered, online] = await hasTold(till.merchant, ...open)
    expect(registered).toMatchObject({ sequence: 1, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(registered!.data.terminal.status).toBe('pending')
    expect(online).toMatchObject({ sequence: 2, requestId: null })
    expect(online!.data.terminal).toEqual(await shown(till))
  })
})

/** A worker of its own for requests, while the readers' objects stay with theirs. */
const workerAt = (database: D1Database) => {
  const { of } = objectGateway
  const worker = startWorker({ clock, limits }, { DB_00: database })
  objectGateway.of = of
  return worker
}

/** Registers what a reader shows, which does something with its key then. */
const handOver = async (worker: ReturnType<typeof workerAt>, answer: (line: Line) => void) => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  const { line, code } = await showCode(readers.fetch)
  const registering = call('POST', '/v1/terminals', registration(code))
  const { reader, key } = await line.next('paired')
  answer(line)
  return { merchant, call, registering, device: { reader, key, terminal: reader.slice(3) } }
}
const saysStored = (line: Line) => line.send({ type: 'stored' })
const isGone = (line: Line) => line.close()

/** Registers a reader that keeps its key, and whoever does dies before they have written that down. */
const died = async () => {
  let isDead = false
  const worker = workerAt(
    interceptD1(bindings.DB_00, {
      before: ({ sql }) => {
        isDead ||= sql.some((text) => text.startsWith('UPDATE terminals SET registering'))
        if (isDead) throw connectionLost()
      },
    }),
  )
  const { registering, ...handed } = await handOver(worker, saysStored)
  const { status, headers } = await registering
  expect(status).toBe(503)
  expect(await toldOf(handed.merchant)).toEqual([])
  return { ...handed, requestId: headers.get('x-request-id'), call: readers.as(handed.merchant.secretKey) }
}

describe('a reader that is handed its key', () => {
  const withdrawal = 'DELETE FROM terminals'

  test('and does not keep it was never registered: nothing is told, and nothing stays', async () => {
    const { merchant, registering } = await handOver(readers, isGone)
    expect((await registering).json.errors[0].type).toBe('registration_code_invalid')
    expect(await merchant.rows('SELECT * FROM events WHERE account = ?', merchant.id)).toEqual([])
    expect(await merchant.rows('SELECT * FROM terminals WHERE account = ?', merchant.id)).toEqual([])
  })

  test('and keeps it, though its word is lost, stays registered once it has logged in with it, and that is told', async () => {
    const { d1, before } = interruptible()
    const opened = Promise.withResolvers<Awaited<ReturnType<typeof handOver>>['device']>()
    before(withdrawal, async () => logIn(readers.fetch, await opened.promise))
    const { merchant, call, registering, device } = await handOver(workerAt(d1), isGone)
    opened.resolve(device)
    const { status, json } = await registering
    expect([status, json.terminals[0].id]).toEqual([200, device.terminal])
    const [registered] = await hasTold(merchant, ...open)
    expect(registered!.requestId).toBe(json.requestId)
    expect((await call('GET', '/v1/terminals')).json.terminals).toHaveLength(1)
  })

  test('and comes with it when it was taken back hears that it was deleted, and nothing is told', async () => {
    const { d1, before } = interruptible()
    let isRead = false
    let isBack = false
    before(withdrawal, () => until(() => isRead))
    const { merchant, registering, device } = await handOver(workerAt(d1), isGone)
    void registering.then(() => (isBack = true))
    // As far as its object has read, it still stands: it is taken back a moment later.
    ofObjects.before('UPDATE terminals SET registering', async () => {
      isRead = true
      await until(() => isBack)
    })
    await expect(logIn(readers.fetch, device)).rejects.toThrow('got {"type":"deleted"}')
    expect((await registering).status).toBe(400)
    expect(await merchant.rows('SELECT * FROM events WHERE account = ?', merchant.id)).toEqual([])
  })

  describe('and keeps it, and whoever hands it over dies', () => {
    test('is told of when it logs in first, with the request that it was', async () => {
      const { merchant, device, requestId, call } = await died()
      await logIn(readers.fetch, device)
      const [registered] = await hasTold(merchant, ...open)
      expect(registered!.requestId).toBe(requestId)
      expect((await call('GET', '/v1/terminals')).json.terminals).toMatchObject([{ id: device.terminal }])
      await logIn(readers.fetch, device)
      await hasTold(merchant, ...open)
    })

    test('is told of when it is deleted, where it never came', async () => {
      const { merchant, device, requestId, call } = await died()
      expect((await call('DELETE', `/v1/terminals/${device.terminal}`)).status).toBe(200)
      const [registered] = await hasTold(merchant, 'registered', 'deleted')
      expect(registered!.requestId).toBe(requestId)
    })
  })
})

describe('that a reader is there is told', () => {
  test('once, however often it connects within a minute', async () => {
    const till = await openTill(readers)
    till.line.close()
    await till.line.closed
    await till.connect()
    await later(silence - 1_000, () => till.connect())
    await till.rests()
    await hasTold(till.merchant, ...open)
  })

  test('and that it is not, a minute after its line has ended, once; and then that it is back', async () => {
    const till = await openTill(readers)
    till.line.close()
    await till.line.closed
    expect((await shown(till)).status).toBe('offline')
    await later(silence - 1_000, till.ring)
    await hasTold(till.merchant, ...open)
    await later(silence, till.ring)
    const [, , offline] = await hasTold(till.merchant, ...open, 'offline')
    expect(offline).toMatchObject({ sequence: 3, requestId: null })
    expect(offline!.data.terminal).toEqual(await shown(till))
    await till.rests()
    await later(2 * silence, () => shown(till))
    await till.connect()
    const [, , , online] = await hasTold(till.merchant, ...open, 'offline', 'online')
    expect(online!.data.terminal).toEqual(await shown(till))
  })

  test('where its line was closed by us, for what it said, too', async () => {
    const till = await openTill(readers)
    till.line.send({ type: 'hello', make: '', model: '', serialNumber: '' })
    expect(await till.line.closed).toBe(closeCodes.messageInvalid)
    await later(silence, till.ring)
    await hasTold(till.merchant, ...open, 'offline')
  })

  test('where its line stands and nothing comes over it, by whoever asks first, and again once it is heard of', async () => {
    const till = await openTill(readers)
    await later(silence / 2, () => shown(till))
    await till.rests()
    await hasTold(till.merchant, ...open)
    expect(await later(silence, () => shown(till))).toMatchObject({ status: 'offline' })
    await hasTold(till.merchant, ...open, 'offline')
    till.line.send('ping')
    await vi.waitFor(() => expect(till.line.unread).toEqual(['pong']), patience)
    expect((await shown(till)).status).toBe('online')
    await hasTold(till.merchant, ...open, 'offline', 'online')
    await till.rests()
  })

  test('where the line breaks that was silent for long, at once', async () => {
    const till = await openTill(readers)
    await till.rests()
    await later(silence, () =>
      runInDurableObject(till.object(), (reader, state) =>
        (reader as TerminalObject).webSocketClose(state.getWebSockets()[0]!, 1006, '', false),
      ),
    )
    await hasTold(till.merchant, ...open, 'offline')
    await till.rests()
  })

  test('where its object has ended, and its line with it: neither, if it is back within a minute', async () => {
    const till = await openTill(readers)
    await hasTold(till.merchant, ...open)
    await till.rests()
    await till.crash()
    expect((await shown(till)).status).toBe('offline')
    await till.connect()
    await later(silence, till.ring)
    await hasTold(till.merchant, ...open)

    await till.crash()
    expect((await shown(till)).status).toBe('offline')
    await later(silence, till.ring)
    await hasTold(till.merchant, ...open, 'offline')
  })

  test('of a simulated one that a test takes off the network, and puts back on it, with the requests that did', async () => {
    const reader = await openSimulated('SIM005')
    const { requestId: away } = (await reader.simulate('offline')).json
    expect((await reader.simulate('offline')).status).toBe(200)
    const [, offline] = await hasTold(reader.merchant, 'registered', 'offline')
    expect(offline).toMatchObject({ requestId: away, data: { terminal: await reader.shown() } })
    const { requestId: back } = (await reader.simulate('present')).json
    expect((await reader.simulate('present')).status).toBe(409)
    const [, , online] = await hasTold(reader.merchant, 'registered', 'offline', 'online')
    expect(online).toMatchObject({ requestId: back, data: { terminal: await reader.shown() } })
    await reader.simulate('offline')
    await hasTold(reader.merchant, 'registered', 'offline', 'online', 'offline')
  })

  test('at the time that the account’s clock shows', async () => {
    const reader = await openSimulated('SIM001')
    const { json } = await reader.call('POST', '/v1/testclock/advance', { body: { seconds: 86_400 } })
    await reader.simulate('offline')
    await reader.pay()
    await reader.simulate('cancel')
    const told = await hasTold(reader.merchant, 'registered', 'offline', 'online')
    for (const { timestamp } of told.slice(1))
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(Date.parse(json.testClock.now))
  })

  test('not of a simulated one that is never there', async () => {
    const reader = await openSimulated('SIM003')
    await reader.simulate('offline')
    await reader.simulate('cancel')
    await hasTold(reader.merchant, 'registered')
  })
})

describe('a payment at a reader is told of, step by step', () => {
  const ways: Readonly<
    Record<string, readonly [act: (till: Till, paying: Promise<Answered>) => Promise<unknown>, ...words: string[]]>
  > = {
    'that is approved': [
      async (till) => till.line.send(await till.card(await till.received())),
      'sent',
      'awaiting_card',
      'processing',
      'completed',
    ],
    'that is declined': [
      async (till) => {
        faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
        till.line.send(await till.card(await till.received()))
      },
      'sent',
      'awaiting_card',
      'processing',
      'declined',
    ],
    'that its shopper does not want': [
      async (till) => till.say('cancel', await till.received()),
      'sent',
      'awaiting_card',
      'canceled',
    ],
    'that is voided': [async (till) => till.void((await till.received()).session), 'sent', 'awaiting_card', 'canceled'],
    'at which the reader fails': [
      async (till) => till.say('failure', await till.line.next('payment')),
      'sent',
      'failed',
    ],
    'for which no card comes': [
      async (till) => {
        await till.received()
        await till.comesTo({ state: 'awaiting_card' })
        clock.advance(deviceLimits.presentMs)
        await till.ring()
      },
      'sent',
      'awaiting_card',
      'timed_out',
    ],
    'that waits for its reader to come': [
      async (till) => {
        till.line.close()
        await till.line.closed
        await till.comesTo({ state: 'queued' })
        const welcome = await till.connect()
        till.say('received', welcome.payment!)
        till.line.send(await till.card(welcome.payment!))
      },
      'queued',
      'sent',
      'awaiting_card',
      'processing',
      'completed',
    ],
  }

  test.each(Object.keys(ways))('%s', async (way) => {
    const [act, ...words] = ways[way]!
    const till = await openTill(readers)
    if (words[0] === 'queued') till.line.close()
    const paying = till.pay()
    await act(till, paying)
    const { json } = await paying
    const told = (await hasTold(till.merchant, ...open, ...words)).slice(2)
    const last = told.length - 1
    for (const [index, { type, requestId, data }] of told.entries()) {
      expect({ type, requestId }).toEqual({ type: 'terminal.session_updated', requestId: json.requestId })
      const { session, ...terminal } = data.terminal
      expect(session).toEqual({ transactionId: json.transactionId, state: words[index] })
      // It is free again with the last step, and as it is read from then on.
      expect(terminal).toEqual({ ...(await shown(till)), ...(index < last && { status: 'busy' }) })
    }
    await till.rests()
  })

  test('while it goes on: whoever lost its request finds it by the first', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    const [, , sent, waiting] = await hasTold(till.merchant, ...open, 'sent', 'awaiting_card')
    expect(sent!.data.terminal.session!.transactionId).toBe(payment.session)
    const { session: _session, ...terminal } = waiting!.data.terminal
    expect(terminal).toEqual(await shown(till))
    expect((await till.shown(payment.session)).status).toBe('pending')
    till.say('cancel', payment)
    await paying
  })

  test('and not, where the reader has another: that one goes on alone', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    expect((await till.pay()).json.responseCode).toBe('G11')
    till.say('cancel', payment)
    await paying
    await hasTold(till.merchant, ...open, 'sent', 'awaiting_card', 'canceled')
  })

  test('at a simulated reader, too', async () => {
    const { merchant, pay, shown: read } = await openSimulated('SIM001')
    const { json } = await pay()
    const told = await hasTold(merchant, 'registered', 'sent', 'awaiting_card', 'processing', 'completed')
    const { session, ...terminal } = told.at(-1)!.data.terminal
    expect(session).toEqual({ transactionId: json.transactionId, state: 'completed' })
    expect(terminal).toEqual(await read())
  })
})

describe('that a terminal was deleted is told', () => {
  test('as it was read before, with the request that did it', async () => {
    const till = await openTill(readers)
    const before = await shown(till)
    const { json } = await till.call('DELETE', `/v1/terminals/${till.device.terminal}`)
    const [, , deleted] = await hasTold(till.merchant, ...open, 'deleted')
    expect(deleted).toMatchObject({ type: 'terminal.deleted', requestId: json.requestId })
    expect(deleted!.data.terminal).toEqual(before)
    expect((await till.call('DELETE', `/v1/terminals/${till.device.terminal}`)).status).toBe(404)
    await hasTold(till.merchant, ...open, 'deleted')
  })

  test('with the payment that ends by it, of which its object tells before it forgets everything', async () => {
    const { merchant, pay, remove, object } = await openSimulated('SIM005')
    const paying = pay()
    await hasTold(merchant, 'registered', 'sent', 'awaiting_card')
    const [removed, paid] = await Promise.all([remove(), paying])
    expect([removed.status, paid.json.responseCode]).toEqual([200, 'G14'])
    const told = await hasTold(merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
    expect(told[3]!.data.terminal.status).toBe('busy')
    expect(await runInDurableObject(object(), (_reader, { storage }) => [...storage.kv.list()])).toEqual([])
  })

  test('after what its object had not written down yet', async () => {
    const { merchant, pay, remove, waits } = await openSimulated('SIM005')
    const paying = pay()
    await waits()
    await Promise.all([remove(), paying])
    await hasTold(merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
  })

  test('and its object forgets nothing that the books would not take just then', async () => {
    const { merchant, pay, remove, object, waits } = await openSimulated('SIM005')
    const paying = pay()
    await waits()
    const writing = 'json_each(?) AS news'
    const fail = (times: number): void =>
      ofObjects.before(writing, async () => {
        if (times > 1) fail(times - 1)
        throw new Error('D1_ERROR: Network connection lost.')
      })
    // After the deletion, each of three tries, twice, to tell of the payment that ended by it.
    ofObjects.before(writing, async () => fail(6))
    expect((await remove()).status).toBe(200)
    expect((await paying).json.responseCode).toBe('G14')
    expect((await toldOf(merchant)).map(wordOf)).toEqual(['registered', 'sent', 'awaiting_card', 'deleted'])
    expect(await runDurableObjectAlarm(object())).toBe(true)
    await hasTold(merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
    await vi.waitFor(
      async () =>
        expect(await runInDurableObject(object(), (_reader, { storage }) => [...storage.kv.list()])).toEqual([]),
      patience,
    )
  })
})

/** The end of the object, and the reader's return. */
const crash = async (till: Till) => {
  await till.crash()
  return (await till.connect()).payment!
}

describe('no step is lost, and none is told twice', () => {
  const approved = ['sent', 'awaiting_card', 'processing', 'completed'] as const

  test('where the object ends at each of them', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    await till.line.next('payment')
    till.say('received', await crash(till))
    await till.comesTo({ state: 'awaiting_card' })
    const payment = await crash(till)
    till.line.send(await till.card(payment))
    expect((await paying).json.responseCode).toBe('00')
    await till.crash()
    await till.connect()
    await hasTold(till.merchant, ...open, ...approved)
  })

  test('where it ends while the processor is asked', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    const came = beforeProcessor.shut()
    till.line.send(await till.card(payment))
    await came()
    await till.crash()
    beforeProcessor.open()
    await till.connect()
    await till.ring()
    expect((await paying).json.responseCode).toBe('68')
    const told = await hasTold(till.merchant, ...open, 'sent', 'awaiting_card', 'processing', 'failed')
    expect(told.at(-1)!.data.terminal.status).toBe('online')
  })

  test('where it ends with the end of the payment in hand, which the books do not have yet', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    const payment = await till.received()
    const came = afterProcessor.shut()
    till.line.send(await till.card(payment))
    await came()
    books.areClosed = true
    afterProcessor.open()
    await till.comesTo({ state: 'completed' })
    await till.crash()
    books.areClosed = false
    await till.connect()
    await till.ring()
    expect((await paying).json.responseCode).toBe('00')
    await hasTold(till.merchant, ...open, ...approved)
  })

  test('where it is evicted, or the books cannot be reached, before anything is written down: the alarm sees to it', async () => {
    const till = await openTill(readers)
    await till.rests()
    books.areClosed = true
    till.line.close()
    await till.line.closed
    await later(silence, till.ring)
    await later(silence, till.ring)
    expect((await toldOf(till.merchant)).map(wordOf)).toEqual(open)
    expect(await till.alarm()).not.toBeNull()
    await evictDurableObject(till.object())
    books.areClosed = false
    expect(await till.ring()).toBe(true)
    await hasTold(till.merchant, ...open, 'offline')
    await till.rests()
  })

  test('where the books have it, and their answer is lost', async () => {
    const till = await openTill(readers)
    await till.rests()
    books.areSilent = true
    till.line.close()
    await till.line.closed
    await later(silence, till.ring)
    await hasTold(till.merchant, ...open, 'offline')
    await till.crash()
    books.areSilent = false
    await till.ring()
    await till.rests()
    await hasTold(till.merchant, ...open, 'offline')
  })

  test('where all that the object knew is lost, and the payment begins once more', async () => {
    const till = await openTill(readers)
    const paying = till.pay()
    await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    await hasTold(till.merchant, ...open, 'sent', 'awaiting_card')
    await runInDurableObject(till.object(), async (_reader, state) => {
      await state.storage.deleteAll()
      state.abort('lost')
    }).catch(() => undefined)
    await till.comesTo({ state: 'queued' })
    const { payment } = await till.connect()
    till.say('received', payment!)
    till.line.send(await till.card(payment!))
    expect((await paying).json.responseCode).toBe('00')
    const words = await vi.waitFor(async () => {
      const told = (await toldOf(till.merchant)).map(wordOf)
      expect(told).toContain('completed')
      return told
    }, patience)
    // Its storage is gone, and with it that it was told to be online.
    expect(words).toEqual([...open, 'sent', 'awaiting_card', 'queued', 'online', 'processing', 'completed'])
  })
})

test('a payment does not wait for what is told of it, and what comes meanwhile is written down together', async () => {
  const writing = "'$.occasion'"
  const before = ofObjects.count(writing)
  let mayGoOn = false
  ofObjects.before(writing, () => until(() => mayGoOn))
  const { merchant, pay } = await openSimulated('SIM001')
  expect((await pay()).json.responseCode).toBe('00')
  expect((await toldOf(merchant)).map(wordOf)).toEqual(['registered'])
  mayGoOn = true
  await hasTold(merchant, 'registered', 'sent', 'awaiting_card', 'processing', 'completed')
  expect(ofObjects.count(writing) - before).toBeLessThanOrEqual(2)
})

/** An endpoint of the account, of which nobody knows but the database. */
const subscribe = ({ id, run }: Merchant) =>
  run(
    `INSERT INTO webhooks (id, account, mode, url, enabled, sealedSecret, wrappedSecretKey, since, seen, created, updated)
     VALUES (?, ?, 'test', 'https://shop.example/events', 1, '', '', 0, 0, 0, 0)`,
    crypto.randomUUID(),
    id,
  )

describe('the account’s webhooks are woken', () => {
  const woken = vi.spyOn(WebhookEndpoint.prototype, 'wake').mockResolvedValue()
  afterAll(async () => {
    woken.mockRestore()
    // Nothing can be sealed there: sweeps of other tests would try.
    await bindings.DB_00.prepare("DELETE FROM webhooks WHERE sealedSecret = ''").run()
  })

  const wakes = async (work: () => Promise<unknown>): Promise<void> => {
    woken.mockClear()
    await work()
    await vi.waitFor(() => expect(woken).toHaveBeenCalled(), patience)
  }

  test('when a payment ends, though they were registered since its reader knows the account', async () => {
    const till = await openTill(readers)
    await till.rests()
    await subscribe(till.merchant)
    await wakes(async () => {
      const paying = till.pay()
      till.say('cancel', await till.received())
      await paying
    })
  })

  test.each<[string, (call: Call, id: string) => Promise<unknown>]>([
    [
      'a payment is refused by its reader',
      (call, id) =>
        call('POST', '/v1/transactions/authorize', { body: { payment: { terminal: { id } }, amount: { value: 5 } } }),
    ],
    ['a reader goes', (call, id) => call('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'offline' } })],
    ['a terminal is deleted', (call, id) => call('DELETE', `/v1/terminals/${id}`)],
  ])('when %s', async (_what, act) => {
    const { merchant, call, registered } = await openSimulated('SIM004')
    await subscribe(merchant)
    await wakes(() => act(call, registered.terminals[0].id))
  })
})
