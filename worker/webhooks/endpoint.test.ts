import { runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Database } from '../store/sql/database.ts'
import { byCard } from '../testing/merchant.ts'
import { startReceivers } from '../testing/receivers.ts'
import type { Heard } from '../testing/receivers.ts'
import { attemptDelaysMs } from './schedule.ts'

/** What the sweep says of what it did, and what the object says of a receiver that nobody can reach. */
vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

const { open, sweep, clock } = startReceivers()

type Opened = Awaited<ReturnType<typeof open>>

/** Something that happens: kind 5, one event. */
const happen = async ({ call }: Opened, name = 'Ada'): Promise<string> =>
  (await call('POST', '/v1/customers', { body: { firstName: name } })).json.customers[0].id

/** So many of them, one after the other. */
const happenOften = async (shop: Opened, count: number): Promise<string[]> => {
  const ids = []
  for (let index = 0; index < count; index++) ids.push(await happen(shop, `Ada ${'i'.repeat(index % 20)}`))
  return ids
}

/** All of these came, in their order as far as it goes: five are on their way at once, and may overtake one another. */
const expectInOrder = (came: readonly string[], all: readonly string[]): void => {
  expect(came.toSorted()).toEqual(all.toSorted())
  for (const [at, id] of came.entries()) expect(Math.abs(all.indexOf(id) - at)).toBeLessThan(5)
}

const ids = (heard: readonly Heard[]): (string | null)[] => heard.map(({ headers }) => headers.get('webhook-id'))

const stored = async ({ call }: Opened, id: string) =>
  (await call('GET', '/v1/webhook')).json.webhooks.find((one: { id: string }) => one.id === id)

/** An answer that a test gives when it likes. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return {
    answering: () => promise.then((response) => response.clone()),
    release: (status = 204) => resolve(new Response(null, { status })),
  }
}

describe('a delivery', () => {
  test('is signed as Standard Webhooks say, and brings what a read of the resource answers', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const id = await happen(shop)
    await inbox.hears(1)
    const [event] = inbox.events()
    expect(event).toMatchObject({ kind: 5, type: 'customer.created', apiVersion: 'v1', live: false, sequence: 1 })
    expect(event.data.customer).toEqual((await shop.call('GET', `/v1/customers/${id}`)).json.customers[0])
    const { headers } = inbox.heard[0]!
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('user-agent')).toBe('Sluice/1')
    expect(headers.get('webhook-id')).toBe(event.id)
  })

  test('carries the headers that its owner wants, and none of them in place of ours', async () => {
    const shop = await open()
    const inbox = await shop.receive({ headers: { authorization: 'Bearer of-the-shop', 'x-shop': '7' } })
    await happen(shop)
    await inbox.hears(1)
    const { headers } = inbox.heard[0]!
    expect(headers.get('authorization')).toBe('Bearer of-the-shop')
    expect(headers.get('x-shop')).toBe('7')
    expect(inbox.events()).toHaveLength(1)
  })

  test('goes to those alone who want events of its kind', async () => {
    const shop = await open()
    const [payments, customers, none] = [
      await shop.receive({ subscribedEvents: [0, 1] }),
      await shop.receive({ subscribedEvents: [5] }),
      await shop.receive({ subscribedEvents: [] }),
    ]
    await shop.call('POST', '/v1/transactions/authorize', { body: byCard() })
    await happen(shop)
    await payments.hears(1)
    await customers.hears(1)
    expect(payments.events().map(({ type }) => type)).toEqual(['transaction.authorized'])
    expect(customers.events().map(({ type }) => type)).toEqual(['customer.created'])
    expect(none.heard).toEqual([])
  })

  test('is of what happens after the registration, and of no other account or mode', async () => {
    const [shop, other] = [await open(), await open()]
    await happen(shop)
    const [inbox, others] = [await shop.receive(), await other.receive()]
    const { key } = await shop.merchant.issue('sk', { mode: 'live' })
    expect((await shop.call('POST', '/v1/customers', { key, body: { firstName: 'Live' } })).status).toBe(200)
    const id = await happen(shop)
    await inbox.hears(1)
    await sweep()
    expect(inbox.events().map(({ data }) => data.customer.id)).toEqual([id])
    expect(others.heard).toEqual([])
  })

  test('follows no redirect', async () => {
    const shop = await open()
    const [inbox, elsewhere] = [await shop.receive(), await shop.receive({ subscribedEvents: [] })]
    inbox.answer(() => new Response(null, { status: 307, headers: { location: elsewhere.url } }))
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts).toMatchObject([{ status: 307 }])
    expect((await attemptsOf(shop, inbox))[0]).toMatchObject({ state: 'pending' })
    expect(elsewhere.heard).toEqual([])
  })

  test('to an address that is not allowed any more goes nowhere, and counts as a failure', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    for (const url of ['http://127.0.0.1:9/', 'https://169.254.169.254/', 'https://[::1]/', 'https://localhost/']) {
      await shop.merchant.run('UPDATE webhooks SET url = ? WHERE id = ?', url, inbox.id)
      const id = await happen(shop)
      await expect
        .poll(async () => (await attemptsOf(shop, inbox, id))[0])
        .toMatchObject({ state: 'pending', attempts: [{ status: null }] })
    }
    expect(inbox.heard).toEqual([])
  })
})

/** How the newest event, or that of a resource, stands with the account's endpoints. */
const attemptsOf = async (
  { call, merchant }: Opened,
  inbox: { readonly id: string },
  resource?: string,
): Promise<any[]> => {
  const rows = await merchant.rows(
    'SELECT id, resource FROM events WHERE account = ? ORDER BY position DESC',
    merchant.id,
  )
  const event = rows.find((row) => resource === undefined || row['resource'] === resource)?.['id'] as string
  const { deliveries } = (await call('GET', `/v1/events/${event}/attempts`)).json
  return deliveries.filter((one: { webhook: string }) => one.webhook === inbox.id)
}

describe('a receiver that is down', () => {
  test('is tried at the offsets of the schedule, with one id, a time and a signature of each attempt, and then no more', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    for (const [index, delay] of attemptDelaysMs.slice(1).entries()) {
      const waits = async () => (await attemptsOf(shop, inbox))[0]
      await expect.poll(async () => (await waits()).attempts.length).toBe(index + 1)
      // A moment before the earliest time that the schedule allows nothing is sent.
      clock.advance(0.9 * delay - second)
      await sweep()
      expect(inbox.heard).toHaveLength(index + 1)
      clock.advance(0.2 * delay + 2 * second)
      await sweep()
      await inbox.hears(index + 2)
    }
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0].state).toBe('failed')
    clock.advance(2 * day)
    await sweep()
    expect(inbox.heard).toHaveLength(attemptDelaysMs.length)
    expect(new Set(ids(inbox.heard)).size).toBe(1)
    expect(new Set(inbox.heard.map(({ body }) => body)).size).toBe(1)
    // The library refuses a time that is more than five minutes off.
    expect(inbox.events()).toHaveLength(attemptDelaysMs.length)
    expect(new Set(inbox.heard.map(({ headers }) => headers.get('webhook-timestamp'))).size).toBe(
      attemptDelaysMs.length,
    )
  })

  test('gets what it missed when it is back, and every event of that time', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(503)
    const customers = await happenOften(shop, 8)
    await inbox.hears(8)
    inbox.answer(204)
    clock.advance(6 * second)
    await sweep()
    await inbox.hears(16)
    expect(
      inbox
        .events()
        .slice(8)
        .map(({ data }) => data.customer.id),
    ).toEqual(customers)
  })

  test('may ask for time by Retry-After', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(() => new Response(null, { status: 503, headers: { 'retry-after': '3600' } }))
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length).toBe(1)
    clock.advance(3590 * second)
    await sweep()
    expect(inbox.heard).toHaveLength(1)
    clock.advance(11 * second)
    await sweep()
    await inbox.hears(2)
  })

  test('that says 410 is disabled at once, with the reason for its owner to read', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(410)
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await stored(shop, inbox.id)).enabled).toBe(false)
    expect((await stored(shop, inbox.id)).disabledReason).toMatchObject({ code: 'gone' })
    await happen(shop)
    clock.advance(hour)
    await sweep()
    expect(inbox.heard).toHaveLength(1)
    expect((await attemptsOf(shop, inbox)).length).toBe(0)
  })

  test('is disabled when all attempts of five days have failed', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    for (let hours = 0; hours < 120; hours += 10) {
      const before = inbox.heard.length
      await happen(shop)
      await inbox.hears(before + 1)
      await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length ?? 0).toBeGreaterThan(0)
      expect((await stored(shop, inbox.id)).enabled).toBe(true)
      clock.advance(10 * hour)
    }
    await happen(shop)
    await expect.poll(async () => (await stored(shop, inbox.id)).enabled).toBe(false)
    expect((await stored(shop, inbox.id)).disabledReason).toMatchObject({ code: 'failing' })
  })

  test('that took one delivery in five days stays', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    for (let hours = 0; hours <= 130; hours += 10) {
      inbox.answer(hours === 60 ? 204 : 500)
      const before = inbox.heard.length
      await happen(shop)
      await inbox.hears(before + 1)
      await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length ?? 0).toBeGreaterThan(0)
      clock.advance(10 * hour)
    }
    expect((await stored(shop, inbox.id)).enabled).toBe(true)
  })
})

describe('a receiver that is slow', () => {
  test('has five deliveries at a time, begun in the order of what happened', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const gates = Array.from({ length: 12 }, held)
    let begun = 0
    inbox.answer(() => gates[begun++]!.answering())
    const customers = await happenOften(shop, 12)
    await inbox.hears(5)
    await sweep()
    expect(inbox.heard).toHaveLength(5)
    for (const [index, gate] of gates.entries()) {
      gate.release()
      await inbox.hears(Math.min(12, 6 + index))
      expect(inbox.heard.length).toBe(Math.min(12, 6 + index))
    }
    expect(inbox.events().map(({ data }) => data.customer.id)).toEqual(customers)
  })

  test('delays nobody else', async () => {
    const shop = await open()
    const [slow, fast] = [await shop.receive(), await shop.receive()]
    const gate = held()
    slow.answer(gate.answering)
    // More than an endpoint reads ahead.
    const customers = await happenOften(shop, 70)
    await fast.hears(70)
    expect(slow.heard).toHaveLength(5)
    gate.release()
    await slow.hears(70)
    for (const inbox of [slow, fast])
      expectInOrder(
        inbox.events().map(({ data }) => data.customer.id),
        customers,
      )
  })

  test('costs the database nothing for what happens while it is busy', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const gate = held()
    inbox.answer(gate.answering)
    await happenOften(shop, 30)
    await inbox.hears(5)
    const asked = vi.spyOn(Database.prototype, 'batch')
    await inbox.object().wake()
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    gate.release()
    await inbox.hears(30)
  })
})

describe('an endpoint that dies', () => {
  test('between the event and its delivery delivers it when somebody wakes it', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    // Nobody tells it: as if whoever wrote the event had died a moment later.
    await shop.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', inbox.id)
    const id = await happen(shop)
    await shop.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', inbox.id)
    expect(inbox.heard).toEqual([])
    await sweep()
    await inbox.hears(1)
    expect(inbox.events()[0].data.customer.id).toBe(id)
  })

  test('in the middle of a delivery makes it again, with the same id', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const gate = held()
    inbox.answer(gate.answering)
    await happenOften(shop, 7)
    await inbox.hears(5)
    await runInDurableObject(inbox.object(), (_endpoint, state) => state.abort('crash')).catch(() => undefined)
    inbox.answer(204)
    await sweep()
    await inbox.hears(12)
    const first = ids(inbox.heard).slice(0, 5)
    expect(new Set(ids(inbox.heard)).size).toBe(7)
    expect(ids(inbox.heard).slice(5, 10)).toEqual(first)
    expect(
      inbox
        .events()
        .slice(5)
        .map(({ sequence }) => sequence),
    ).toEqual(Array(7).fill(1))
  })

  test('with retries ahead of it makes them', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length).toBe(1)
    await inbox.evict()
    inbox.answer(204)
    clock.advance(6 * second)
    await sweep()
    await inbox.hears(2)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.state).toBe('delivered')
  })

  test('has an alarm by which it wakes by itself', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length).toBe(1)
    clock.advance(6 * second)
    inbox.answer(204)
    expect(await runDurableObjectAlarm(inbox.object())).toBe(true)
    await inbox.hears(2)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.state).toBe('delivered')
    // With nothing to do it sleeps.
    await expect.poll(() => runInDurableObject(inbox.object(), (_one, { storage }) => storage.getAlarm())).toBeNull()
  })
})

describe('the owner of an endpoint', () => {
  test('hears of nothing while it is disabled, and of nothing of that time later', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const put = (enabled: boolean) => shop.call('PUT', `/v1/webhook/${inbox.id}`, { body: { enabled } })
    await put(false)
    await happen(shop)
    await sweep()
    expect((await put(true)).status).toBe(200)
    const id = await happen(shop)
    await inbox.hears(1)
    await sweep()
    expect(inbox.events().map(({ data }) => data.customer.id)).toEqual([id])
  })

  test('disables it, and what was to be tried again is dropped for good', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    const delivery = async () => (await attemptsOf(shop, inbox))[0]
    await expect.poll(async () => (await delivery())?.attempts.length).toBe(1)
    await shop.call('PUT', `/v1/webhook/${inbox.id}`, { body: { enabled: false } })
    expect(await delivery()).toMatchObject({ state: 'dropped', next: null })
    await shop.call('PUT', `/v1/webhook/${inbox.id}`, { body: { enabled: true } })
    clock.advance(hour)
    await sweep()
    expect(await delivery()).toMatchObject({ state: 'dropped', next: null })
    expect(inbox.heard).toHaveLength(1)
  })

  test('replays one event: the same id, once more, also where it had been delivered', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    await happenOften(shop, 2)
    await inbox.hears(2)
    const [id] = ids(inbox.heard)
    expect((await shop.call('POST', `/v1/events/${id}/replay`, { body: {} })).status).toBe(200)
    await inbox.hears(3)
    expect(ids(inbox.heard)[2]).toBe(id)
    expect(inbox.heard[2]!.body).toBe(inbox.heard[0]!.body)
  })

  test('replays what failed for good', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    for (const delay of attemptDelaysMs.slice(1)) {
      const { length } = inbox.heard
      await expect.poll(async () => (await attemptsOf(shop, inbox))[0].attempts.length).toBe(length)
      clock.advance(1.1 * delay + second)
      await sweep()
      await inbox.hears(length + 1)
    }
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0].state).toBe('failed')
    inbox.answer(204)
    await shop.call('POST', `/v1/events/${ids(inbox.heard)[0]}/replay`, { body: {} })
    await inbox.hears(attemptDelaysMs.length + 1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0].state).toBe('delivered')
  })

  test('replays a range of time, oldest first, and what happens meanwhile comes, too', async () => {
    const shop = await open()
    const inbox = await shop.receive({ subscribedEvents: [5] })
    await happenOften(shop, 3)
    await inbox.hears(3)
    clock.advance(hour)
    const since = new Date(clock.now()).toISOString()
    // More than it reads at once.
    const customers = await happenOften(shop, 60)
    clock.advance(second)
    const until = new Date(clock.now()).toISOString()
    await happenOften(shop, 2)
    await inbox.hears(65)
    const replay = await shop.call('POST', `/v1/webhook/${inbox.id}/replay`, { body: { since, until } })
    expect(replay.status).toBe(200)
    const later = await happen(shop)
    await inbox.hears(126)
    const again = inbox
      .events()
      .slice(65)
      .map(({ data }) => data.customer.id)
    const replayed = again.filter((id) => id !== later)
    expectInOrder(replayed, customers)
    expect(again).toContain(later)
    await sweep()
    expect(inbox.heard).toHaveLength(126)
  })

  test('changes the secret, and for a day both sign', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const { secret } = (await shop.call('POST', `/v1/webhook/${inbox.id}/rotate`)).json.webhook
    await happen(shop)
    await inbox.hears(1)
    expect(inbox.heard[0]!.headers.get('webhook-signature')!.split(' ')).toHaveLength(2)
    expect(inbox.events(inbox.secret)).toEqual(inbox.events(secret))
    clock.advance(day + second)
    await happen(shop)
    await inbox.hears(2)
    expect(inbox.heard[1]!.headers.get('webhook-signature')!.split(' ')).toHaveLength(1)
    expect(() => inbox.events(inbox.secret)).toThrow('No matching signature found')
  })

  test('sends a test, which nobody takes for an event', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const tested = await shop.call('POST', `/v1/webhook/${inbox.id}/test`)
    expect(tested.json).toMatchObject({ delivered: true, attempt: { status: 204 } })
    expect(inbox.events()).toMatchObject([{ type: 'webhook.test', kind: null, data: { webhook: { id: inbox.id } } }])
    inbox.answer(500)
    expect((await shop.call('POST', `/v1/webhook/${inbox.id}/test`)).json).toMatchObject({
      delivered: false,
      attempt: { status: 500 },
    })
    clock.advance(hour)
    await sweep()
    expect(inbox.heard).toHaveLength(2)
  })

  test('deletes it, and nothing of it is left', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length).toBe(1)
    await shop.call('DELETE', `/v1/webhook/${inbox.id}`)
    await happen(shop)
    clock.advance(hour)
    await sweep()
    expect(inbox.heard).toHaveLength(1)
    const left = await runInDurableObject(inbox.object(), async (_endpoint, { storage }) => [
      await storage.getAlarm(),
      storage.sql.exec("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'pending'").one()['n'] === 0
        ? 0
        : storage.sql.exec('SELECT count(*) AS n FROM pending').one()['n'],
    ])
    expect(left).toEqual([null, 0])
  })

  test('puts the clock of the test mode forward, and what is due then was tried when that is answered', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(500)
    await happen(shop)
    await inbox.hears(1)
    await expect.poll(async () => (await attemptsOf(shop, inbox))[0]?.attempts.length).toBe(1)
    inbox.answer(204)
    await shop.call('POST', '/v1/testclock/advance', { body: { seconds: 3600 } })
    expect(inbox.heard).toHaveLength(2)
    // The receiver lives by the real clock.
    expect(() => inbox.events()).not.toThrow()
  })
})

test('an event that cannot be drawn is given up, and holds up none after it', async () => {
  const shop = await open()
  const inbox = await shop.receive()
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  await shop.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', inbox.id)
  const broken = await happen(shop)
  await shop.merchant.run("UPDATE events SET snapshot = '{' WHERE resource = ?", broken)
  await shop.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', inbox.id)
  const id = await happen(shop)
  await inbox.hears(1)
  expect(inbox.events().map(({ data }) => data.customer.id)).toEqual([id])
  expect(complaint).toHaveBeenCalledWith(expect.stringContaining('cannot be drawn'))
  complaint.mockRestore()
  expect(await inbox.object().deliveryOf(await positionOf(shop, broken))).toMatchObject({ state: 'failed', next: null })
})

const positionOf = async ({ merchant }: Opened, resource: string): Promise<number> =>
  (await merchant.rows('SELECT position FROM events WHERE resource = ?', resource))[0]!['position']

test('a receiver whose clock is five minutes off takes our deliveries, one that is more off does not', async () => {
  const shop = await open()
  const inbox = await shop.receive()
  await happen(shop)
  await inbox.hears(1)
  const { headers, body, at } = inbox.heard[0]!
  const verify = (now: number) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    try {
      return new Webhook(inbox.secret).verify(body, Object.fromEntries(headers))
    } finally {
      vi.useRealTimers()
    }
  }
  const minutes = 60 * second
  for (const off of [-5 * minutes + second, 0, 5 * minutes - second]) expect(verify(at + off)).toBeDefined()
  for (const off of [-6 * minutes, 6 * minutes]) expect(() => verify(at + off)).toThrow('Message timestamp too')
})

test('no secret and no header of an endpoint stands readable in what its object keeps', async () => {
  const shop = await open()
  const inbox = await shop.receive({ headers: { authorization: 'Bearer marker-of-a-header' } })
  inbox.answer(500)
  await happen(shop)
  await inbox.hears(1)
  const kept = await runInDurableObject(inbox.object(), (_endpoint, { storage }) => [
    ...storage.kv.list(),
    ...['pending', 'attempts', 'undelivered', 'ranges'].flatMap((table) =>
      storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
    ),
  ])
  const text = JSON.stringify(kept)
  for (const secret of [inbox.secret, inbox.secret.slice(6), 'marker-of-a-header', 'whsec_', 'Ada'])
    expect(text).not.toContain(secret)
})
