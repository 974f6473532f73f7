import { expect, test } from 'vitest'
import { fromBase64url } from '#contract/encoding/bytes'
import { closeCodes, pairingAddress } from '#contract/terminals/device'
import { logInDevice, requestPairingCode } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  codeInvalid,
  listTerminals,
  noPrompts,
  register,
  registerShown,
  registrationFixture,
  statusOf,
} from '../../testing/fixtures/registrationFixture.ts'

const { fetch, setUp } = registrationFixture()

test('registering a pairing code, in any case, returns a pending terminal once', async () => {
  const { call } = await setUp({ shard: '01' })
  const { line, code } = await requestPairingCode(fetch, { make: 'Globex', model: 'Q7', serialNumber: 'G-77' })
  const { terminal, paired } = await registerShown(call, { line, code: code.toLowerCase() })
  expect(terminal).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    make: 'Globex',
    model: 'Q7',
    serialNumber: 'G-77',
    nickname: 'Till 1',
    status: 'pending',
    configuration: noPrompts,
  })
  expect(paired).toMatchObject({ reader: `01-${terminal.id}`, nickname: 'Till 1' })
  expect(fromBase64url(paired.key)).toHaveLength(32)
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
  expect(await listTerminals(call)).toEqual([terminal])
})

test('a pairing code can be registered in live mode', async () => {
  const { call } = await setUp({ mode: 'live' })
  const { terminal } = await registerShown(call, await requestPairingCode(fetch, {}, pairingAddress('live')))
  expect(await statusOf(call, terminal.id)).toBe('pending')
})

test('each device has its own pairing code, and a device key logs in to its own terminal alone', async () => {
  const { call } = await setUp()
  const [one, other] = [await requestPairingCode(fetch), await requestPairingCode(fetch)]
  expect(one.code).not.toBe(other.code)
  const first = await registerShown(call, one)
  const second = await registerShown(call, other)
  expect(first.paired.key).not.toBe(second.paired.key)
  await expect(logInDevice(fetch, { reader: first.paired.reader, key: second.paired.key })).rejects.toThrow(
    `Closed before welcome: ${closeCodes.loginFailed}`,
  )
})

test('registering and deleting a terminal add audit entries with API key and request id', async () => {
  const { merchant, call } = await setUp()
  const registered = await register(call, 'READER')
  const { id } = registered.json.terminals[0]
  const deleted = await call('DELETE', `/v1/terminals/${id}`)
  const entries = await merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)
  expect(entries).toMatchObject([
    {
      action: 'terminal.registered',
      key: merchant.secretKeyId,
      requestId: registered.json.requestId,
      detail: expect.stringContaining(`{"terminal":"${id}","changes":{"nickname":{"old":null,"new":"Till 1"}`),
    },
    {
      action: 'terminal.deleted',
      key: merchant.secretKeyId,
      requestId: deleted.json.requestId,
      detail: expect.stringContaining(`{"terminal":"${id}","changes":{"nickname":{"old":"Till 1","new":null}`),
    },
  ])
})

test('registering a terminal with six tip amounts stores the first four', async () => {
  const { call } = await setUp()
  const configuration = { promptTip: true, tipAmounts: [999_999.99, 0.01, 3, 2.5, 5, 6], promptCvv: null }
  const { json } = await register(call, 'READER', { configuration })
  expect(json.terminals[0].configuration).toEqual({
    ...noPrompts,
    promptTip: true,
    tipAmounts: [999_999.99, 0.01, 3, 2.5],
  })
})

test('of two merchants who register one pairing code at once, one gets the terminal and the other 400', async () => {
  const merchants = [await setUp(), await setUp({ shard: '01' })]
  const { line, code } = await requestPairingCode(fetch)
  const registering = merchants.map(({ call }) => register(call, code))
  const { reader } = await line.next('paired')
  line.send({ type: 'stored' })
  const responses = await Promise.all(registering)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(firstError(responses.find(({ status }) => status === 400)!)).toEqual(codeInvalid)
  const lists = await Promise.all(merchants.map(({ call }) => listTerminals(call)))
  expect(lists.flat().map(({ id }) => id)).toEqual([reader.slice(3)])
})

test('repeating a registration under its Idempotency-Key returns the same response and sends no second device key', async () => {
  const { call } = await setUp()
  const { line, code } = await requestPairingCode(fetch)
  const headers = { 'idempotency-key': 'till-1' }
  const body = { registrationCode: code, nickname: 'Till 1' }
  const registering = call('POST', '/v1/terminals', { body, headers })
  await line.next('paired')
  const early = await call('POST', '/v1/terminals', { body, headers })
  expect(firstError(early)).toEqual([409, 'idempotency_in_progress', null])
  line.send({ type: 'stored' })
  const first = await registering
  const repeated = await call('POST', '/v1/terminals', { body, headers })
  expect([repeated.status, repeated.text]).toEqual([200, first.text])
  const other = await call('POST', '/v1/terminals', { body: { ...body, nickname: 'Till 2' }, headers })
  expect(firstError(other)).toEqual([422, 'idempotency_mismatch', null])
  expect(await listTerminals(call)).toHaveLength(1)
  expect(line.unread).toEqual([])
})
