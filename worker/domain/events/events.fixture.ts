import type { EventType } from '#contract/events/events'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { insertEvent } from '../../testing/insertEvents.ts'
import { recordingEndpoints } from '../../testing/doubles/recordingPorts.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { getEvent } from './get.ts'

export const at = Date.UTC(2026, 10, 22, 12)
export const page = { pageNumber: 1, pageSize: 10, cursor: null }

export const terminal = {
  id: 'terminal',
  nickname: 'Till 1',
  make: 'Acme',
  model: 'One',
  serialNumber: 'A-1',
  configuration: '{"promptTip":true,"tipAmounts":["1","2.5","3"]}',
  status: 'online',
  session: null,
}

export const customer = {
  id: 'customer',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  merchantIdentifier: null,
  phoneNumber: '',
  emailAddress: 'ada@example.com',
  shippingAddress: '{"line1":"1 Main St"}',
  metadata: '{"plan":"gold"}',
}

/** An account with events as stored by the batches that change resources, and recording endpoints. */
export const eventFixture = async (overrides: Partial<Endpoints> = {}) => {
  const fixture = await domainFixture()
  const { merchant } = fixture
  const endpoints = recordingEndpoints(overrides)
  const needs = () => ({ ...fixture.services(), endpoints })
  /** Inserts an event of the account as its resource and returns its id and position. */
  const write = (type: EventType, snapshot: object, more: { at?: number; requestId?: string | null } = {}) =>
    insertEvent(merchant, { type, resource: merchant.id, at, snapshot, ...more })
  const webhook = async (kinds: readonly number[] | null, enabled = true) => {
    const id = crypto.randomUUID()
    await merchant.run(
      `INSERT INTO webhooks (id, account, mode, url, enabled, kinds, key, sealedSecret, wrappedSecretKey, since, seen, created, updated)
       VALUES (?, ?, 'test', ?, ?, ?, ?, 'sealed', 'key', 0, 0, 0, 0)`,
      id,
      merchant.id,
      `https://shop.example.com/${id}`,
      Number(enabled),
      kinds === null ? null : JSON.stringify(kinds),
      merchant.secretKeyId,
    )
    return id
  }
  const readEvent = async (id: string) => JSON.parse(JSON.stringify((await getEvent(id, needs())).event))
  return { ...fixture, endpoints, needs, write, webhook, readEvent }
}
