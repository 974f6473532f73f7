import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { fromBase64url, toBase64, toHex } from '#contract/encoding/bytes'
import { closeCodes, codeAlphabet } from '#contract/terminals/device'
import { generatePairingCode } from '../../terminals/connection/connect.ts'
import { bindings } from '../../testing/bindings.ts'
import type { Line } from '../../testing/device.ts'
import { logIn, openLine, pairDevice, pairingObject, readerObject, showCode } from '../../testing/device.ts'
import type { Answered, Call, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'

/** How a card reader becomes a terminal of an account: by the code that it shows, and by no other. */

/** The codes that readers were given, oldest first. */
const given: string[] = []
const pairings = {
  getByName: (name: string) => {
    given.push(name.slice('code:'.length))
    return bindings.PAIRINGS.getByName(name)
  },
} as typeof bindings.PAIRINGS

const clock = testClock()
const { as, fetch, log } = startWorker({ clock }, { PAIRINGS: pairings })

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

const register = (call: Call, registrationCode: string, more: object = {}) =>
  call('POST', '/v1/terminals', { body: { registrationCode, nickname: 'Till 1', ...more } })

/** Registers a code that its reader still shows, and the reader keeps its key. */
const registerShown = async (call: Call, { line, code }: { line: Line; code: string }, more: object = {}) => {
  const registering = register(call, code, more)
  const paired = await line.next('paired')
  line.send({ type: 'stored' })
  const answer = await registering
  expect(answer.status).toBe(200)
  expect(await line.closed).toBe(closeCodes.paired)
  return { paired, terminal: answer.json.terminals[0] }
}

/** Status, and what is wrong with which member. */
const refusalOf = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]
const codeInvalid = [400, 'registration_code_invalid', 'registrationCode']

const terminalsOf = async (call: Call): Promise<any[]> => (await call('GET', '/v1/terminals')).json.terminals
const statusOf = async (call: Call, id: string): Promise<string> =>
  (await call('GET', `/v1/terminals/${id}`)).json.terminals[0].status

const noPrompts = {
  promptTip: false,
  tipAmounts: [],
  promptCvv: false,
  promptPostalCode: false,
  promptAmountConfirmation: false,
  promptSignature: false,
  keyCard: false,
}

describe('a code that a reader shows', () => {
  test('registers the reader, in any case, once', async () => {
    const { call } = await setUp({ shard: '01' })
    const { line, code } = await showCode(fetch, { make: 'Globex', model: 'Q7', serialNumber: 'G-77' })
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
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
    expect(await terminalsOf(call)).toEqual([terminal])
  })

  test('is registered in live mode, too', async () => {
    const { call } = await setUp({ mode: 'live' })
    const { terminal } = await registerShown(call, await showCode(fetch))
    expect(await statusOf(call, terminal.id)).toBe('pending')
  })

  test('is one for each reader, and a key opens its own reader alone', async () => {
    const { call } = await setUp()
    const [one, other] = [await showCode(fetch), await showCode(fetch)]
    expect(one.code).not.toBe(other.code)
    const first = await registerShown(call, one)
    const second = await registerShown(call, other)
    expect(first.paired.key).not.toBe(second.paired.key)
    await expect(logIn(fetch, { reader: first.paired.reader, key: second.paired.key })).rejects.toThrow(
      `Closed before welcome came: ${closeCodes.loginFailed}`,
    )
  })

  test('has six of 31 letters and digits, none of them more often than another', () => {
    const codes = Array.from({ length: 5_000 }, generatePairingCode)
    for (const code of codes) expect(code).toMatch(/^[23456789ABCDEFGHJKLMNPQRSTUVWXY]{6}$/)
    const drawn = codes.join('')
    // About 968 of each: seven standard deviations are 214.
    for (const letter of codeAlphabet) expect(Math.abs(drawn.split(letter).length - 1 - 30_000 / 31)).toBeLessThan(214)
    expect(codeAlphabet).toHaveLength(31)
    // 256 is no multiple of 31: bytes taken as they come would favour the first eight. About 7742 are theirs, six standard deviations 455.
    const first = [...drawn].filter((letter) => codeAlphabet.indexOf(letter) < 8).length
    expect(Math.abs(first - (30_000 * 8) / 31)).toBeLessThan(455)
  })
})

test('a terminal is pending, then online, busy while a payment waits on it, and offline without its reader', async () => {
  const { call } = await setUp()
  const device = await pairDevice(fetch, call)
  const status = () => statusOf(call, device.terminal)
  expect(await status()).toBe('pending')
  const { line } = await logIn(fetch, device)
  expect(await status()).toBe('online')
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal } }, amount: { value: 5 } },
  })
  const { session } = await line.next('payment')
  expect(await status()).toBe('busy')
  line.send({ type: 'cancel', session })
  await paying
  expect(await status()).toBe('online')
  line.close()
  await vi.waitFor(async () => expect(await status()).toBe('offline'))
})

test('who registers and deletes a terminal is noted, with key and request', async () => {
  const { merchant, call } = await setUp()
  const registered = await register(call, 'READER')
  const { id } = registered.json.terminals[0]
  const deleted = await call('DELETE', `/v1/terminals/${id}`)
  const notes = await merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)
  expect(notes).toMatchObject([
    {
      action: 'terminal.registered',
      key: merchant.secretKeyId,
      requestId: registered.json.requestId,
      detail: JSON.stringify({ terminal: id, nickname: 'Till 1' }),
    },
    {
      action: 'terminal.deleted',
      key: merchant.secretKeyId,
      requestId: deleted.json.requestId,
      detail: JSON.stringify({ terminal: id }),
    },
  ])
})

const storageOf = (object: DurableObjectStub): Promise<string> =>
  runInDurableObject(object, (_object, { storage }) =>
    JSON.stringify([...storage.kv.list()], (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  )

test('the key of a reader is stored nowhere: no table, no object, no line of the log has it', async () => {
  const { call, merchant } = await setUp()
  /** Of both shards: a code that is shown is of no account yet. */
  const rows = async () =>
    JSON.stringify(await Promise.all([bindings.DB_00, bindings.DB_01].map((shard) => storedRows(shard, merchant.id))))
  const shown = await showCode(fetch)
  const { paired, terminal } = await registerShown(call, shown)
  const device = { terminal: terminal.id, reader: paired.reader, key: paired.key }
  const { line } = await logIn(fetch, device)
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal } }, amount: { value: 5 } },
  })
  const { session } = await line.next('payment')
  const places = [await storageOf(pairingObject(shown.code)), await storageOf(readerObject(device)), await rows()]
  line.send({ type: 'cancel', session })
  await paying
  places.push(await storageOf(readerObject(device)), JSON.stringify(log))
  // The scan finds what is there.
  expect(places[0]).toContain('used')
  expect(places[1]).toContain(session)
  expect(places[2]).toContain(device.terminal)
  const key = fromBase64url(device.key)!
  for (const place of places)
    for (const form of [device.key, toBase64(key), toHex(key), [...key].join(',')]) expect(place).not.toContain(form)
})

const tips = (tipAmounts?: unknown) => ({ configuration: { promptTip: true, tipAmounts } })

describe('what is wrong with a request leaves the reader with its code', () => {
  const refused: Readonly<Record<string, readonly [body: object, type: string, field: string]>> = {
    'promptTip without amounts': [tips(), 'tip_amounts_required', 'configuration.tipAmounts'],
    'promptTip with two amounts': [tips([1, 2]), 'tip_amounts_required', 'configuration.tipAmounts'],
    'an amount of 1000000': [tips([1, 2, 1_000_000]), 'out_of_range', 'configuration.tipAmounts[2]'],
    'an amount of 0': [tips([0, 1, 2]), 'out_of_range', 'configuration.tipAmounts[0]'],
    'an amount with three decimals': [tips([1, 2, 1.005]), 'amount_precision_invalid', 'configuration.tipAmounts[2]'],
    'an amount beyond the fourth that is none': [
      tips([1, 2, 3, 4, 'x']),
      'type_invalid',
      'configuration.tipAmounts[4]',
    ],
    'a flag that is none': [{ configuration: { keyCard: 'yes' } }, 'type_invalid', 'configuration.keyCard'],
    'a nickname of 21 characters': [{ nickname: 'x'.repeat(21) }, 'length_invalid', 'nickname'],
    'a nickname with a slash': [{ nickname: 'Till/1' }, 'pattern_mismatch', 'nickname'],
    'an empty nickname': [{ nickname: '' }, 'length_invalid', 'nickname'],
    'no nickname': [{ nickname: undefined }, 'required', 'nickname'],
    'a device id of seven characters': [{ deviceId: 'ABC1234' }, 'length_invalid', 'deviceId'],
    'a device id with a dash': [{ deviceId: 'ABC-1234' }, 'pattern_mismatch', 'deviceId'],
  }

  test('whatever it is', async () => {
    const { call } = await setUp()
    const shown = await showCode(fetch)
    for (const [what, [body, type, field]] of Object.entries(refused))
      expect(refusalOf(await register(call, shown.code, body)), what).toEqual([400, type, field])
    expect(await terminalsOf(call)).toEqual([])
    await registerShown(call, shown)
  })

  test('a code that is missing, empty or too long', async () => {
    const { call } = await setUp()
    for (const [code, type] of [
      [undefined, 'required'],
      ['', 'length_invalid'],
      ['x'.repeat(65), 'length_invalid'],
      [234_567, 'type_invalid'],
    ] as const)
      expect(refusalOf(await register(call, code as string))).toEqual([400, type, 'registrationCode'])
  })

  test('where the account processes in Canada, a device id is required', async () => {
    const { call } = await setUp({ settings: { processingCountry: 'CA' } })
    const shown = await showCode(fetch)
    expect(refusalOf(await register(call, shown.code))).toEqual([400, 'device_id_required', 'deviceId'])
    expect(refusalOf(await register(call, shown.code, { deviceId: 'ABC1234' }))[1]).toBe('length_invalid')
    await registerShown(call, shown, { deviceId: 'ABCD1234' })
  })

  test('a device id that is on the back of another reader', async () => {
    const { call } = await setUp()
    const shown = await showCode(fetch, { deviceId: 'ABCD1234' })
    expect(refusalOf(await register(call, shown.code, { deviceId: 'ABCD1235' }))).toEqual(codeInvalid)
    expect(await terminalsOf(call)).toEqual([])
    await registerShown(call, shown, { deviceId: 'abcd1234' })
  })
})

test('of six tip amounts the first four are kept', async () => {
  const { call } = await setUp()
  const configuration = { promptTip: true, tipAmounts: [999_999.99, 0.01, 3, 2.5, 5, 6], promptCvv: null }
  const { json } = await register(call, 'READER', { configuration })
  expect(json.terminals[0].configuration).toEqual({
    ...noPrompts,
    promptTip: true,
    tipAmounts: [999_999.99, 0.01, 3, 2.5],
  })
})

describe('a code that opens nothing', () => {
  test('in live mode: one that nobody shows, or that would be a simulated reader', async () => {
    const { call } = await setUp({ mode: 'live' })
    for (const code of ['SIM002', '222222', 'anything else'])
      expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
    expect(await terminalsOf(call)).toEqual([])
  })

  test.each(['BAD000', 'EXP000', 'USED00', 'bad000'])('in test mode: %s', async (code) => {
    const { call } = await setUp()
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
  })

  test('one that was shown for ten minutes', async () => {
    const { call } = await setUp()
    const { line, code } = await showCode(fetch)
    expect(await runDurableObjectAlarm(pairingObject(code))).toBe(true)
    expect(await line.closed).toBe(closeCodes.codeExpired)
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
  })

  test('one whose time is over and whose alarm has yet to ring', async () => {
    const { call } = await setUp()
    const { line, code } = await showCode(fetch)
    await runInDurableObject(pairingObject(code), (_pairing, { storage }) =>
      storage.kv.put('shown', { ...storage.kv.get<object>('shown'), until: Date.now() - 1 }),
    )
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
    expect(line.unread).toEqual([])
  })

  test('one whose reader has gone', async () => {
    const { call } = await setUp()
    const { line, code } = await showCode(fetch)
    line.close()
    await vi.waitFor(async () => expect(await storageOf(pairingObject(code))).toContain('expired'))
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
  })

  test('one that a reader has been given and does not show yet', async () => {
    const { call } = await setUp({ mode: 'live' })
    const line = await openLine(fetch)
    const code = given.at(-1)!
    expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
    line.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: 'A-1' })
    expect((await line.next('code')).code).toBe(code)
    await registerShown(call, { line, code })
  })
})

test('two merchants type one code at once: one of them gets the reader', async () => {
  const merchants = [await setUp(), await setUp({ shard: '01' })]
  const { line, code } = await showCode(fetch)
  const registering = merchants.map(({ call }) => register(call, code))
  const { reader } = await line.next('paired')
  line.send({ type: 'stored' })
  const answers = await Promise.all(registering)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(refusalOf(answers.find(({ status }) => status === 400)!)).toEqual(codeInvalid)
  const lists = await Promise.all(merchants.map(({ call }) => terminalsOf(call)))
  expect(lists.flat().map(({ id }) => id)).toEqual([reader.slice(3)])
})

test('a repetition under its Idempotency-Key gets the first answer, and hands no key over again', async () => {
  const { call } = await setUp()
  const { line, code } = await showCode(fetch)
  const headers = { 'idempotency-key': 'till-1' }
  const body = { registrationCode: code, nickname: 'Till 1' }
  const registering = call('POST', '/v1/terminals', { body, headers })
  await line.next('paired')
  const early = await call('POST', '/v1/terminals', { body, headers })
  expect(refusalOf(early)).toEqual([409, 'idempotency_in_progress', null])
  line.send({ type: 'stored' })
  const first = await registering
  const again = await call('POST', '/v1/terminals', { body, headers })
  expect([again.status, again.text]).toEqual([200, first.text])
  const other = await call('POST', '/v1/terminals', { body: { ...body, nickname: 'Till 2' }, headers })
  expect(refusalOf(other)).toEqual([422, 'idempotency_mismatch', null])
  expect(await terminalsOf(call)).toHaveLength(1)
  expect(line.unread).toEqual([])
})

describe('a reader that does not say that it has kept its key is not registered, and its code is used up:', () => {
  const ways: Readonly<Record<string, (line: Line, code: string) => Promise<unknown> | void>> = {
    'it hangs up': (line) => line.close(),
    'it says something else': (line) => line.send({ type: 'hello', make: '', model: '', serialNumber: '' }),
    'it is silent': (_line, code) => runInDurableObject(pairingObject(code), () => void vi.runAllTimers()),
  }

  test.each(Object.entries(ways))('%s', async (_what, act) => {
    // So that nobody waits five seconds for the one that is silent.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { merchant, call } = await setUp()
      const { line, code } = await showCode(fetch)
      const registering = register(call, code)
      await line.next('paired')
      await act(line, code)
      expect(refusalOf(await registering)).toEqual(codeInvalid)
      expect(await merchant.rows('SELECT * FROM terminals WHERE account = ?', merchant.id)).toEqual([])
      expect((await call('GET', '/v1/terminals')).headers.get('x-total-count')).toBe('0')
      expect(refusalOf(await register(call, code))).toEqual(codeInvalid)
    } finally {
      vi.useRealTimers()
    }
  })
})

const quota = 10
/** Wrong codes until there may be no more. */
const guess = async (call: Call, times: number) => {
  for (let time = 0; time < times; time++) expect(refusalOf(await register(call, 'BAD000'))).toEqual(codeInvalid)
}

describe('who guesses codes', () => {
  test('is stopped at the eleventh in a minute, whatever is evicted, and goes on when it is over', async () => {
    const { call } = await setUp()
    const shown = await showCode(fetch)
    await guess(call, quota)
    await evictDurableObject(pairingObject(shown.code))
    const stopped = await register(call, shown.code)
    expect(refusalOf(stopped)).toEqual([429, 'rate_limited', null])
    expect(stopped.json.errors[0].message.details).toEqual({ policy: 'codes', quota, window: 60 })
    expect(stopped.headers.get('retry-after')).toBe('60')
    clock.advance(40_000)
    expect((await register(call, shown.code)).status).toBe(429)
    clock.advance(20_000)
    await registerShown(call, shown)
    await guess(call, quota)
    expect((await register(call, 'BAD000')).status).toBe(429)
  })

  test('is not helped by guessing all at once', async () => {
    const { call } = await setUp()
    const answers = await Promise.all(Array.from({ length: 15 }, () => register(call, 'BAD000')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: quota }, () => 400),
      ...Array.from({ length: 5 }, () => 429),
    ])
  })

  test('may register what is right in between, which does not count', async () => {
    const { call } = await setUp()
    await guess(call, quota - 1)
    await registerShown(call, await showCode(fetch))
    expect((await register(call, 'SIM001')).status).toBe(200)
    await guess(call, 1)
    expect((await register(call, 'SIM001')).status).toBe(429)
  })

  test('is counted in test mode, too, where it makes a simulated reader of a code that one could have shown', async () => {
    const { call } = await setUp()
    for (let time = 0; time < quota; time++) expect((await register(call, 'READER')).status).toBe(200)
    const { code } = await showCode(fetch)
    expect((await register(call, code)).status).toBe(429)
  })

  test('stops nobody else, and not the own account in its other mode', async () => {
    const { merchant, call } = await setUp()
    await guess(call, quota)
    expect((await register(call, 'READER')).status).toBe(429)
    const live = as((await merchant.issue('sk', { mode: 'live' })).key)
    const { call: other } = await setUp()
    for (const innocent of [live, other]) expect(refusalOf(await register(innocent, 'BAD000'))).toEqual(codeInvalid)
  })

  test('is not counted for what is wrong with the request beside the code', async () => {
    const { call } = await setUp()
    for (let time = 0; time <= quota; time++)
      expect((await register(call, 'BAD000', { nickname: '' })).json.errors[0].type).toBe('length_invalid')
    expect((await register(call, 'READER')).status).toBe(200)
  })
})
