import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '../support/fixtures.ts'
import { makeState } from '../support/servers.ts'
import { attacksAt, hostileHeaders } from './ssrfAttacks.ts'
import { DeliveringGateway, unlimited } from './gateway.ts'
import { Listener } from './listener.ts'
import type { Receiver } from './receiver.ts'
import { often } from './storm.ts'

/**
 * Requests of ours that others choose the address of, in the runtime of npm run dev: it lets a worker reach everything on this machine, so
 * nothing but our own rules keeps deliveries from the listener.
 */
test.describe.configure({ mode: 'default', timeout: 120_000 })

let gateway: DeliveringGateway
let receiver: Receiver
let listener: Listener
let attacks: readonly string[]
let stateOfGateway: string
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await makeState()
  removeState = remove
  stateOfGateway = state
  listener = new Listener()
  await listener.open()
  attacks = attacksAt(listener.port)
  gateway = new DeliveringGateway({ config: unlimited, state, envFile })
  await gateway.open()
  receiver = await gateway.receive()
})
test.afterAll(async () => {
  await gateway?.close()
  await listener?.close()
  await removeState?.()
})

const registration = (url: string) => ({ url, enabled: true, subscribedEvents: null, headers: null })

/** Asks something of each, several at once. */
const ofEach = async <T>(all: readonly T[], ask: (one: T) => Promise<void>): Promise<void> => {
  const left = [...all]
  await often(all.length, () => ask(left.shift()!), 8)
}

/** The addresses that a request does not refuse as it should. */
const notRefused = async (method: string, path: string, urls: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  await ofEach(urls, async (url) => {
    const { status, body } = await gateway.client.call(method, path, registration(url))
    const { errors } = body as { errors: { type: string }[] | null }
    const isRefused = status === 400 && ['url_not_allowed', 'length_invalid'].includes(errors?.[0]?.type ?? '')
    if (!isRefused) found.push(`${JSON.stringify(url)}: ${status} ${JSON.stringify(errors)}`)
  })
  return found
}

/** The gateway's database, written to by somebody else while it runs. */
const openDatabase = (): DatabaseSync => {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: stateOfGateway })) {
    const database = new DatabaseSync(join(stateOfGateway, file), { timeout: 10_000 })
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'webhooks'").get() !== undefined) return database
    database.close()
  }
  throw new Error('There is no table of webhooks.')
}

/** How the first attempts at an event's deliveries ended, by webhook. */
const firstAttempts = async (event: string): Promise<Record<string, number | null | undefined>> => {
  const { deliveries } = await gateway.call('GET', `/v1/events/${event}/attempts`)
  return Object.fromEntries(
    deliveries.map(({ webhook, attempts }: { webhook: string; attempts: { status: number | null }[] }) => [
      webhook,
      attempts[0]?.status,
    ]),
  )
}

const makeEvent = async (): Promise<string> => {
  const { requestId } = await gateway.call('POST', '/v1/customers', {})
  return (await gateway.listEvents()).find((event) => event.requestId === requestId)!.id
}

test('the listener hears what is delivered to it', async () => {
  const { webhook } = await gateway.call('POST', '/v1/webhook', registration(`http://127.0.0.1:${listener.port}/`))
  expect(await gateway.call('POST', `/v1/webhook/${webhook.id}/test`)).toMatchObject({ delivered: true })
  await gateway.call('DELETE', `/v1/webhook/${webhook.id}`)
  expect(listener.heard.splice(0)).not.toEqual([])
})

test('no address that leads elsewhere than to the public web can be registered, or put in the place of another', async () => {
  expect(await notRefused('POST', '/v1/webhook', attacks)).toEqual([])
  expect(await notRefused('PUT', `/v1/webhook/${receiver.id}`, attacks)).toEqual([])
  const { webhooks } = await gateway.call('GET', '/v1/webhook')
  expect(webhooks).toMatchObject([{ id: receiver.id, url: receiver.url }])
  expect(listener.heard).toEqual([])
})

/** Where a connection would be heard, if one were made. */
const worst = (): string[] =>
  ['[::1]', '127.1', '2130706433', '0x7f.1', '0', '[::ffff:7f00:1]', 'localhost.'].flatMap((host) => [
    `http://${host}:${listener.port}/event`,
    `https://${host}:8443/event`,
  ])

test('nothing is sent to such an address, even where it stands in the table', async () => {
  const ids: string[] = []
  for (const at of worst().keys()) {
    const { webhook } = await gateway.call('POST', '/v1/webhook', registration(`https://shop-${at}.example/`))
    ids.push(webhook.id)
  }
  const database = openDatabase()
  const write = database.prepare('UPDATE webhooks SET url = ? WHERE id = ?')
  const sent: string[] = []
  // One after the other: the runtime fails at once where it finds its database locked.
  for (const url of attacks) {
    write.run(url, ids[0]!)
    const { attempt } = await gateway.call('POST', `/v1/webhook/${ids[0]}/test`)
    if (attempt.status !== null) sent.push(url)
  }
  expect(sent).toEqual([])

  for (const [at, url] of worst().entries()) write.run(url, ids[at]!)
  database.close()
  const event = await makeEvent()
  const refused = Object.fromEntries(ids.map((id) => [id, null]))
  await expect.poll(() => firstAttempts(event)).toEqual({ ...refused, [receiver.id]: 204 })
  for (const id of ids) await gateway.call('DELETE', `/v1/webhook/${id}`)
  expect(listener.heard).toEqual([])
})

test('no redirect is followed: it is an answer that takes nothing', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answering = () => ({ status, headers: { location: `http://127.0.0.1:${listener.port}/` } })
    expect(await gateway.call('POST', `/v1/webhook/${receiver.id}/test`)).toMatchObject({
      delivered: false,
      attempt: { status },
    })
    const event = await makeEvent()
    await expect.poll(() => firstAttempts(event)).toEqual({ [receiver.id]: status })
  }
  receiver.answering = () => ({ status: 204 })
  expect(listener.heard).toEqual([])
})

test('no header can be registered that would say something else than it is', async () => {
  const taken: string[] = []
  await ofEach(hostileHeaders, async ([name, value]) => {
    for (const [method, path] of [
      ['POST', '/v1/webhook'],
      ['PUT', `/v1/webhook/${receiver.id}`],
    ] as const) {
      const body = { ...registration(receiver.url), headers: { [name]: value } }
      const answer = await gateway.client.call(method, path, body)
      const { errors } = answer.body as { errors: { type: string }[] }
      if (answer.status !== 400 || errors[0]?.type !== 'header_not_allowed')
        taken.push(`${method} ${JSON.stringify([name, value.slice(0, 50)])}: ${JSON.stringify(answer)}`)
    }
  })
  expect(taken).toEqual([])
})

/** On every delivery, and those of the connection and of the local runtime. */
const ours = ['content-type', 'user-agent', 'webhook-id', 'webhook-signature', 'webhook-timestamp']
const theirs = ['cf-worker', 'content-length', 'host']

test('a delivery has our headers and those that it was registered with, and no others', async () => {
  const own = { 'X-Shop': 'Kiln & Tide', authorization: 'Bearer abc ~ {}' }
  await gateway.call('PUT', `/v1/webhook/${receiver.id}`, { headers: own })
  const heard = receiver.heard.length
  await makeEvent()
  await expect.poll(() => receiver.heard.length).toBeGreaterThan(heard)
  const { headers, event } = receiver.heard.at(-1)!
  expect(
    Object.keys(headers)
      .filter((name) => ![...ours, ...theirs].includes(name))
      .toSorted(),
  ).toEqual(
    Object.keys(own)
      .map((name) => name.toLowerCase())
      .toSorted(),
  )
  expect(headers).toMatchObject({
    'x-shop': 'Kiln & Tide',
    authorization: 'Bearer abc ~ {}',
    'content-type': 'application/json',
    'user-agent': 'Sluice/1',
    'webhook-id': event.id,
    host: new URL(receiver.url).host,
  })
  await gateway.call('PUT', `/v1/webhook/${receiver.id}`, { headers: null })
  expect(receiver.faults).toEqual([])
})

test('where this machine is not allowed, it is refused, and what was registered before is not delivered any more', async () => {
  await gateway.kill()
  await gateway.start({})
  const local = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${listener.port}/`)
  expect(await notRefused('POST', '/v1/webhook', [...local, receiver.url])).toEqual([])
  expect(await notRefused('PUT', `/v1/webhook/${receiver.id}`, [...local, receiver.url])).toEqual([])

  const heard = receiver.heard.length
  const event = await makeEvent()
  await expect.poll(() => firstAttempts(event)).toEqual({ [receiver.id]: null })
  expect(await gateway.call('POST', `/v1/webhook/${receiver.id}/test`)).toMatchObject({ attempt: { status: null } })
  expect(receiver.heard).toHaveLength(heard)
  expect(listener.heard).toEqual([])
})
