import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '../support/fixtures.ts'
import { createState } from '../support/servers.ts'
import { attackUrls, hostileHeaders } from './ssrfAttacks.ts'
import { WebhookGateway, unlimitedWorker } from './gateway.ts'
import { ConnectionListener } from './listener.ts'
import type { Receiver } from './receiver.ts'
import { repeatConcurrently } from './storm.ts'

/**
 * Server-side request forgery through webhook URLs. The local runtime lets a worker reach all of this machine, so only the gateway's own checks
 * keep deliveries from the listener.
 */
test.describe.configure({ mode: 'default', timeout: 120_000 })

let gateway: WebhookGateway
let receiver: Receiver
let listener: ConnectionListener
let attacks: readonly string[]
let stateOfGateway: string
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await createState()
  removeState = remove
  stateOfGateway = state
  listener = new ConnectionListener()
  await listener.open()
  attacks = attackUrls(listener.port)
  gateway = new WebhookGateway({ config: unlimitedWorker, state, envFile })
  await gateway.open()
  receiver = await gateway.addReceiver()
})
test.afterAll(async () => {
  await gateway?.close()
  await listener?.close()
  await removeState?.()
})

const registration = (url: string) => ({ url, enabled: true, subscribedEvents: null, headers: null })

/** Calls a function for each value, eight at once. */
const forEachConcurrently = async <T>(all: readonly T[], call: (one: T) => Promise<void>): Promise<void> => {
  const left = [...all]
  await repeatConcurrently(all.length, () => call(left.shift()!), 8)
}

/** @returns the URLs that were not rejected with the expected error */
const findAccepted = async (method: string, path: string, urls: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  await forEachConcurrently(urls, async (url) => {
    const { status, body } = await gateway.client.call(method, path, registration(url))
    const { errors } = body as { errors: { type: string }[] | null }
    const isRejected = status === 400 && ['url_not_allowed', 'length_invalid'].includes(errors?.[0]?.type ?? '')
    if (!isRejected) found.push(`${JSON.stringify(url)}: ${status} ${JSON.stringify(errors)}`)
  })
  return found
}

/** Opens the gateway's database while it runs. */
const openDatabase = (): DatabaseSync => {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: stateOfGateway })) {
    const database = new DatabaseSync(join(stateOfGateway, file), { timeout: 10_000 })
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'webhooks'").get() !== undefined) return database
    database.close()
  }
  throw new Error('No database has a table webhooks.')
}

/** The status of the first attempt to deliver an event, by webhook. */
const firstAttempts = async (event: string): Promise<Record<string, number | null | undefined>> => {
  const { deliveries } = await gateway.call('GET', `/v1/events/${event}/attempts`)
  return Object.fromEntries(
    deliveries.map(({ webhook, attempts }: { webhook: string; attempts: { status: number | null }[] }) => [
      webhook,
      attempts[0]?.status,
    ]),
  )
}

const createEvent = async (): Promise<string> => {
  const { requestId } = await gateway.call('POST', '/v1/customers', {})
  return (await gateway.listEvents()).find((event) => event.requestId === requestId)!.id
}

test('webhooks: the connection listener records a delivery to its own URL', async () => {
  const { webhook } = await gateway.call('POST', '/v1/webhook', registration(`http://127.0.0.1:${listener.port}/`))
  expect(await gateway.call('POST', `/v1/webhook/${webhook.id}/test`)).toMatchObject({ delivered: true })
  await gateway.call('DELETE', `/v1/webhook/${webhook.id}`)
  expect(listener.connections.splice(0)).not.toEqual([])
})

test('webhooks: URLs outside the public web are rejected at registration and update', async () => {
  expect(await findAccepted('POST', '/v1/webhook', attacks)).toEqual([])
  expect(await findAccepted('PUT', `/v1/webhook/${receiver.id}`, attacks)).toEqual([])
  const { webhooks } = await gateway.call('GET', '/v1/webhook')
  expect(webhooks).toMatchObject([{ id: receiver.id, url: receiver.url }])
  expect(listener.connections).toEqual([])
})

/** URLs of the listener in hostile spellings. */
const loopbackUrls = (): string[] =>
  ['[::1]', '127.1', '2130706433', '0x7f.1', '0', '[::ffff:7f00:1]', 'localhost.'].flatMap((host) => [
    `http://${host}:${listener.port}/event`,
    `https://${host}:8443/event`,
  ])

test('webhooks: a private URL stored in the database receives nothing', async () => {
  const ids: string[] = []
  for (const at of loopbackUrls().keys()) {
    const { webhook } = await gateway.call('POST', '/v1/webhook', registration(`https://shop-${at}.example/`))
    ids.push(webhook.id)
  }
  const database = openDatabase()
  const write = database.prepare('UPDATE webhooks SET url = ? WHERE id = ?')
  const sent: string[] = []
  // Serial: the runtime fails at once on a locked database.
  for (const url of attacks) {
    write.run(url, ids[0]!)
    const { attempt } = await gateway.call('POST', `/v1/webhook/${ids[0]}/test`)
    if (attempt.status !== null) sent.push(url)
  }
  expect(sent).toEqual([])

  for (const [at, url] of loopbackUrls().entries()) write.run(url, ids[at]!)
  database.close()
  const event = await createEvent()
  const blocked = Object.fromEntries(ids.map((id) => [id, null]))
  await expect.poll(() => firstAttempts(event)).toEqual({ ...blocked, [receiver.id]: 204 })
  for (const id of ids) await gateway.call('DELETE', `/v1/webhook/${id}`)
  expect(listener.connections).toEqual([])
})

test('webhooks: a redirect is not followed and counts as a failed delivery', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.respond = () => ({ status, headers: { location: `http://127.0.0.1:${listener.port}/` } })
    expect(await gateway.call('POST', `/v1/webhook/${receiver.id}/test`)).toMatchObject({
      delivered: false,
      attempt: { status },
    })
    const event = await createEvent()
    await expect.poll(() => firstAttempts(event)).toEqual({ [receiver.id]: status })
  }
  receiver.respond = () => ({ status: 204 })
  expect(listener.connections).toEqual([])
})

test('webhooks: forbidden headers are rejected with header_not_allowed', async () => {
  const accepted: string[] = []
  await forEachConcurrently(hostileHeaders, async ([name, value]) => {
    for (const [method, path] of [
      ['POST', '/v1/webhook'],
      ['PUT', `/v1/webhook/${receiver.id}`],
    ] as const) {
      const body = { ...registration(receiver.url), headers: { [name]: value } }
      const response = await gateway.client.call(method, path, body)
      const { errors } = response.body as { errors: { type: string }[] }
      if (response.status !== 400 || errors[0]?.type !== 'header_not_allowed')
        accepted.push(`${method} ${JSON.stringify([name, value.slice(0, 50)])}: ${JSON.stringify(response)}`)
    }
  })
  expect(accepted).toEqual([])
})

/** Headers of every delivery, then those of the connection and the local runtime. */
const deliveryHeaders = ['content-type', 'user-agent', 'webhook-id', 'webhook-signature', 'webhook-timestamp']
const transportHeaders = ['cf-worker', 'content-length', 'host']

test('webhooks: a delivery has the standard and the registered headers only', async () => {
  const registered = { 'X-Shop': 'Kiln & Tide', authorization: 'Bearer abc ~ {}' }
  await gateway.call('PUT', `/v1/webhook/${receiver.id}`, { headers: registered })
  const count = receiver.deliveries.length
  await createEvent()
  await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(count)
  const { headers, event } = receiver.deliveries.at(-1)!
  expect(
    Object.keys(headers)
      .filter((name) => ![...deliveryHeaders, ...transportHeaders].includes(name))
      .toSorted(),
  ).toEqual(
    Object.keys(registered)
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
  expect(receiver.errors).toEqual([])
})

test('webhooks: without ALLOW_LOCAL_WEBHOOKS local URLs are rejected and registered ones receive nothing', async () => {
  await gateway.kill()
  await gateway.start({})
  const local = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${listener.port}/`)
  expect(await findAccepted('POST', '/v1/webhook', [...local, receiver.url])).toEqual([])
  expect(await findAccepted('PUT', `/v1/webhook/${receiver.id}`, [...local, receiver.url])).toEqual([])

  const count = receiver.deliveries.length
  const event = await createEvent()
  await expect.poll(() => firstAttempts(event)).toEqual({ [receiver.id]: null })
  expect(await gateway.call('POST', `/v1/webhook/${receiver.id}/test`)).toMatchObject({ attempt: { status: null } })
  expect(receiver.deliveries).toHaveLength(count)
  expect(listener.connections).toEqual([])
})
