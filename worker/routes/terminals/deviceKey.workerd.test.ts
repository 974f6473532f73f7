import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64, toHex } from '#contract/encoding/bytes'
import { bindings } from '../../testing/bindings.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { logInDevice, pairingStub, terminalStub, requestPairingCode } from '../../testing/device.ts'
import { registerShown, registrationFixture } from '../../testing/fixtures/registrationFixture.ts'

const { fetch, log, setUp } = registrationFixture()

const storageOf = (object: DurableObjectStub): Promise<string> =>
  runInDurableObject(object, (_object, { storage }) =>
    JSON.stringify([...storage.kv.list()], (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  )

test('a device key is in no table, Durable Object or log line', async () => {
  const { call, merchant } = await setUp()
  /** Rows of both shards, since a pairing code belongs to no account yet. */
  const rows = async () =>
    JSON.stringify(await Promise.all([bindings.DB_00, bindings.DB_01].map((shard) => storedRows(shard, merchant.id))))
  const shown = await requestPairingCode(fetch)
  const { paired, terminal } = await registerShown(call, shown)
  const device = { terminal: terminal.id, reader: paired.reader, key: paired.key }
  const { line } = await logInDevice(fetch, device)
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal } }, amount: { value: 5 } },
  })
  const { session } = await line.next('payment')
  const places = [await storageOf(pairingStub(shown.code)), await storageOf(terminalStub(device)), await rows()]
  line.send({ type: 'cancel', session })
  await paying
  places.push(await storageOf(terminalStub(device)), JSON.stringify(log))
  // The searched texts contain known values.
  expect(places[0]).toContain('used')
  expect(places[1]).toContain(session)
  expect(places[2]).toContain(device.terminal)
  const key = fromBase64url(device.key)!
  for (const place of places)
    for (const form of [device.key, toBase64(key), toHex(key), [...key].join(',')]) expect(place).not.toContain(form)
})
