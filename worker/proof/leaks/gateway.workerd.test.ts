import { runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { inMemoryAcquirer } from '../acquirer/memory.ts'
import { createIds } from '../../domain/ids.ts'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { cardMessage, logInDevice, pairDevice, terminalStub } from '../../testing/device.ts'
import type { PairedDevice } from '../../testing/device.ts'
import { markerCvvs } from './markerCvvs.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { tokenPayment, card, createMerchant, gatewayOrigin, startWorker, testClock } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'

/**
 * Marker cards are used in every request that accepts a card. Then every cell, log line and response is scanned: no card number in any
 * encoding, and no byte that depends on the CVV.
 */

const printed: unknown[][] = []
for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))

const limits = { processorTimeoutMs: 5_000, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const shortTimeouts = { ...limits, processorTimeoutMs: 60 }
/** The processor does not respond to this card. */
const silent = '4000003900000684'

/** Luhn-valid numbers that do not occur by chance. The last one times out. */
const numbers = ['4539148803436467', '5425233430109903', '374245455400126', '4000000000009995', silent] as const
/** Fails Luhn. */
const luhnInvalid = '4539148803436461'

const bank = { accountNumber: '70361984527', routingNumber: '021000021' }
const ssn = '589217346'

/** Credentials of a connection. */
const credential = 'acme-7f3a9c-marker-credential'

const responses: string[] = []
const merchants: Merchant[] = []
const logs: unknown[] = []

/** Storage of terminal objects, at each snapshot. */
const objectStorage: string[] = []
const digits = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const takeSnapshot = (device: PairedDevice): Promise<void> =>
  runInDurableObject(
    terminalStub(device),
    (_object, { storage }) => void objectStorage.push(JSON.stringify([...storage.kv.list()], digits)),
  )

/** A white image of one pixel. */
const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/**
 * Pays with each card at a terminal: first encrypted for another payment and rejected, then accepted and signed, with snapshots of the
 * storage during the processor call.
 */
const payWithAllCardsAtTerminal = async (merchant: Merchant, cvv: string, clock: ReturnType<typeof testClock>) => {
  let device: PairedDevice | null = null
  const simulated = simulator()
  const processor: Processor = {
    ...simulated,
    authorize: async (op, ref) => {
      await takeSnapshot(device!)
      return simulated.authorize(op, ref)
    },
  }
  const worker = startWorker({ processor, clock, limits: { ...limits, processorTimeoutMs: 250 } })
  const call = worker.as(merchant.secretKey)
  device = await pairDevice(worker.fetch, call)
  const { line, welcome } = await logInDevice(worker.fetch, device)
  for (const number of numbers) {
    const paying = call('POST', '/v1/transactions/authorize', {
      body: {
        payment: { terminal: { id: device.terminal, promptCvv: true, promptSignature: true } },
        amount: { value: 10 },
      },
    })
    const payment = await line.next('payment')
    const plain = card(number, { verificationValue: cvv, nameOnCard: 'MARKER', postalCode: '46201' })
    for (const type of ['received', 'presented']) line.send({ type, session: payment.session })
    line.send(await cardMessage(payment, welcome, { card: plain, encryptedFor: '1' }))
    await line.next('error')
    line.send(await cardMessage(payment, welcome, { card: plain, signature }))
    await line.next('processing')
    responses.push(JSON.stringify(await line.next('result')), (await paying).text)
    await takeSnapshot(device)
  }
  line.close()
  logs.push(...worker.log)
}

/** Uses all cards in all requests, with one CVV. */
const useAllCards = async (cvv: string): Promise<Merchant> => {
  const merchant = await createMerchant()
  merchants.push(merchant)
  const clock = testClock()
  const defaultWorker = startWorker({ limits, clock })
  const withShortTimeouts = startWorker({ limits: shortTimeouts, clock })
  const send = async (from: typeof defaultWorker, method: string, path: string, body: unknown, key?: string) => {
    const response = await from.fetch(
      new Request(gatewayOrigin + path, {
        method,
        headers: {
          'x-api-key': merchant.secretKey,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    responses.push(text, JSON.stringify([...response.headers]))
    return text === '' ? {} : JSON.parse(text)
  }
  const authorize = (body: unknown, from: typeof defaultWorker = defaultWorker) =>
    send(from, 'POST', '/v1/transactions/authorize', body)
  const tokenize = (creditCard: object) => send(defaultWorker, 'POST', '/v1/tokens', { creditCard })

  const { subscriptions } = await send(defaultWorker, 'POST', '/v1/subscriptions', {
    label: 'Coffee',
    cycle: { unit: 'month' },
    amount: { value: 10 },
  })
  const plan: string = subscriptions[0].id
  const customers: string[] = []

  for (const number of numbers) {
    const worker = number === silent ? withShortTimeouts : defaultWorker
    const creditCard = card(number, { verificationValue: cvv, nameOnCard: 'MARKER', postalCode: '46201' })
    const body = { payment: { creditCard }, amount: { value: 10 }, order: { metadata: { cart: '7' } } }
    const paid = await authorize(body, worker)
    await send(defaultWorker, 'GET', `/v1/transactions/${paid.transactionId}`, undefined)
    // A used token, a used token again, and an unused token.
    const { token } = await tokenize(creditCard)
    await authorize(tokenPayment(token), worker)
    await authorize(tokenPayment(token), worker)
    await tokenize(creditCard)
    // With an Idempotency-Key, twice; then captured, credited and voided.
    for (const again of ['first', 'second']) {
      const { transactionId } = await send(worker, 'POST', '/v1/transactions/authorize', body, `of ${number.slice(-4)}`)
      await send(defaultWorker, 'POST', '/v1/transactions/capture', { transactionId, amount: 4 }, again)
      const referenceTransactionId = Number(transactionId)
      await send(worker, 'POST', '/v1/transactions/credit', {
        referenceTransactionId,
        payment: { creditCard },
        amount: { value: 1 },
      })
      await send(defaultWorker, 'POST', '/v1/transactions/void', { transactionId })
    }
    await send(worker, 'POST', '/v1/transactions/credit', body, 'paid out')
    // Stored as a payment method and charged.
    const customer = (await send(defaultWorker, 'POST', '/v1/customers', { firstName: 'A' })).customers[0].id
    await send(defaultWorker, 'POST', `/v1/customers/${customer}/wallet`, { token: (await tokenize(creditCard)).token })
    await authorize({ payment: { stored: { customer } }, amount: { value: 10 } }, worker)
    // Subscribed: the sweep at the end charges it.
    await send(defaultWorker, 'POST', `/v1/customers/${customer}/subscriptions`, { plan })
    customers.push(customer)
    // A wallet payload, twice.
    const digitalPayPayment = await makeTestWalletPayload({ accountNumber: number, expires: '1230' }, clock.now())
    for (let times = 0; times < 2; times++)
      await authorize({ payment: { digitalPayPayment }, amount: { value: 10 } }, worker)
    // Encrypted for a known and for an unknown key.
    const { keys } = await send(defaultWorker, 'GET', '/v1/encryptionkeys', undefined)
    for (const to of [keys, [{ ...keys[0], kid: 'unknown' }]])
      await authorize(
        {
          payment: { creditCardEncrypted: await encryptCard(creditCard, { keys: to }, clock.now()) },
          amount: { value: 10 },
        },
        worker,
      )
    // Rejected requests whose errors could quote the input.
    await tokenize({ ...creditCard, accountNumber: luhnInvalid })
    await tokenize({ ...creditCard, expires: number.slice(0, 7) })
    await authorize({ ...body, [number]: number, amount: { value: 0 } }, worker)
    await authorize({ ...body, order: { id: number, customerId: { number }, unknown: number } }, worker)
    await authorize(
      {
        payment: { creditCard: { ...creditCard, accountNumber: `${number}x`, verificationValue: `${cvv}x` } },
        amount: { value: 1 },
      },
      worker,
    )
    await authorize(`{"payment":{"creditCard":{"accountNumber":"${number}","verificationValue":"${cvv}"`, worker)
    await authorize({ ...body, referenceTransactionId: 5 }, worker)
    // Internal errors with the card in their message.
    const throwing = startWorker({
      clock,
      ids: {
        ...createIds({ clock: clock.now }),
        transactionId: () => {
          throw new Error(`${number} ${cvv}`)
        },
      },
    })
    await authorize(body, throwing)
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call > 1 ? 'fails before' : 'runs'))
    const broken = startWorker({ clock, limits }, { DB_00: d1 })
    await authorize(body, broken)
    // Left pending by a crash, then reversed.
    let processorCalled = false
    const { processor } = inMemoryAcquirer({ now: clock.now })
    const dying = startWorker(
      {
        processor: { ...processor, authorize: (op, ref) => ((processorCalled = true), processor.authorize(op, ref)) },
        clock,
        limits,
      },
      { DB_00: faultyDatabase(bindings.DB_00, () => (processorCalled ? 'fails before' : 'runs')).d1 },
    )
    await authorize(body, dying)
    logs.push(...throwing.log, ...broken.log, ...dying.log)
  }
  // A bank account with identity data: plain, as a token, stored, and rejected.
  const check = { ...bank, name: 'MARKER', verification: { ssn, dob: '1961-03-17' } }
  await authorize({ payment: { check }, amount: { value: 10 } })
  await authorize({ payment: { check: { ...check, routingNumber: '021000022' } }, amount: { value: 10 } })
  await authorize({ payment: { check: { ...check, accountType: ssn } }, amount: { value: 10 } })
  const tokenizeCheck = async () => (await send(defaultWorker, 'POST', '/v1/tokens', { check })).token
  await authorize(tokenPayment(await tokenizeCheck()))
  const holder = (await send(defaultWorker, 'POST', '/v1/customers', { firstName: 'B' })).customers[0].id
  await send(defaultWorker, 'POST', `/v1/customers/${holder}/wallet`, { token: await tokenizeCheck() })
  await authorize({ payment: { stored: { customer: holder } }, amount: { value: 10 } })

  // A connection: added, rejected, changed, checked and failing with its credentials in the message.
  const quoting = startWorker({
    clock,
    processors: acmeRegistry(async ({ settings }) => ({
      result: 'failed',
      reason: 'credentials',
      text: `${String(settings['apiKey'])} is unknown`,
    })),
  })
  const addConnection = (settings: object) =>
    send(quoting, 'POST', '/v1/connections', { processor: 'acme', label: 'Shop', settings })
  const connectionPath = `/v1/connections/${(await addConnection(acmeSettings(credential))).connection.id}`
  await addConnection({ ...acmeSettings(credential), region: credential, [credential]: credential })
  await send(quoting, 'PUT', connectionPath, { settings: { webhookSecret: credential } })
  await send(quoting, 'POST', `${connectionPath}/check`, undefined)
  await send(quoting, 'GET', '/v1/connections', undefined)
  logs.push(...quoting.log)

  await payWithAllCardsAtTerminal(merchant, cvv, clock)

  clock.advance(limits.abandonAfterMs + 1)
  await withShortTimeouts.sweep()
  for (const customer of customers) {
    for (const what of ['', '/wallet', '/subscriptions', '/export'])
      await send(defaultWorker, 'GET', `/v1/customers/${customer}${what}`, undefined)
    await send(defaultWorker, 'POST', `/v1/customers/${customer}/wallet`, {
      token: (await tokenize(card(numbers[0]))).token,
      default: true,
    })
    await send(defaultWorker, 'DELETE', `/v1/customers/${customer}`, undefined)
  }
  logs.push(...defaultWorker.log, ...withShortTimeouts.log)
  return merchant
}

/** All cells of these accounts, except for numeric ids, which can have any digits. */
const cells = async (accounts: readonly string[]): Promise<string[]> => {
  const values: string[] = []
  for (const database of [bindings.DB_00, bindings.DB_01])
    for (const { row } of await storedRows(database, ...accounts))
      for (const [column, value] of Object.entries(row))
        if (column !== 'id' || typeof value === 'string')
          values.push(typeof value === 'string' ? value : JSON.stringify(value))
  return values
}

let stored: string[] = []

beforeAll(async () => {
  for (const code of markerCvvs) await useAllCards(code)
  stored = await cells(merchants.map(({ id }) => id))
}, 60_000)

afterAll(() => vi.restoreAllMocks())

test('marker cards were used in all kinds of requests', () => {
  expect(stored.length).toBeGreaterThan(1000)
  expect(responses.join()).toContain('"responseCode":"00"')
  expect(responses.join()).toContain('"responseCode":"51"')
  expect(responses.join()).toContain('"responseCode":"68"')
  expect(responses.join()).toContain('"status":"past_due"')
  expect(responses.join()).toContain('"charges":1')
  for (const type of [
    'token_used',
    'card_number_invalid',
    'unknown_member',
    'json_invalid',
    'reference_not_found',
    'format_invalid',
    'internal_error',
  ])
    expect(responses.join()).toContain(`"type":"${type}"`)
  expect(logs.length).toBeGreaterThan(100)
  expect(objectStorage.filter((storage) => storage.includes('"processing"'))).toHaveLength(2 * numbers.length)
  // The stored cells contain the last four digits.
  expect(stored.some((cell) => cell.includes('6467'))).toBe(true)
})

test('no row, object, log line or response contains a card number, bank account, SSN, CVV, API key, webhook secret or credential of a connection', async () => {
  const texts = [
    ...stored,
    ...objectStorage,
    ...responses,
    ...[...logs, ...printed].map((line) => JSON.stringify(line)),
  ]
  const cards = [...numbers, luhnInvalid, bank.accountNumber, ssn]
  const targets = {
    cards,
    minDigits: 10,
    cvvs: markerCvvs,
    minCvvs: 2,
    secrets: [{ name: 'a credential', text: credential }],
    matchPatterns: true,
  }
  const search = (text: string) =>
    (bindings['LEFTOVERS'] as Fetcher).fetch('http://leftovers/search', {
      method: 'POST',
      body: JSON.stringify({ targets, text }),
    })
  expect(await (await search(texts.join('\n'))).json()).toEqual([])
  expect(texts.filter((text) => /sluice_pk_(test|live)_[0-9A-Za-z]{20}/.test(text))).toEqual([])
  const planted = [numbers[0], ssn, credential, markerCvvs.map((code) => `cvv ${code}`).join('\n')]
  for (const text of planted) expect(await (await search([...texts, text].join('\n'))).json()).not.toEqual([])
})

/** Random and time-dependent columns. All others must be equal in two runs that differ only in the CVV. */
const random =
  /^(id|account|key|keyId|requestId|storedRequestId|transactionId|undoes|created|updated|expires|due|cardId|sealedPan|sealedCvv|wrappedPanKey|secretHash|fingerprint|cardRange|customer|wallet|terminal|target|details|processorRef|storedRef|eventSequence|eventPosition|batchId|authCode|latency|networkTransactionId|paymentCreated)$/

/** Times and UUIDs contain four digits by chance. */
const timeOrUuid = /\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const plain = async (merchant: Merchant, table: string) =>
  (await merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, merchant.id))
    .map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !random.test(column))).replace(timeOrUuid, ''),
    )
    .sort()

describe('CVV', () => {
  test('CVV does not change any stored plain value', async () => {
    const [one, other] = merchants as [Merchant, Merchant]
    for (const table of ['tokens', 'transactions', 'operations']) {
      expect((await plain(one, table)).length).toBeGreaterThanOrEqual(numbers.length)
      expect(await plain(other, table)).toEqual(await plain(one, table))
    }
  })

  test('CVV is stored only sealed, in unused tokens', async () => {
    for (const merchant of merchants) {
      const tokens = await merchant.rows('SELECT sealedPan, sealedCvv FROM tokens WHERE account = ?', merchant.id)
      // One token of each card is never used. The others have paid or were stored, which deleted their rows.
      expect(tokens).toHaveLength(numbers.length)
      for (const row of tokens) expect(row).toEqual({ sealedPan: expect.any(String), sealedCvv: expect.any(String) })
      const { results } = await merchant.database
        .prepare("SELECT name FROM pragma_table_info('transactions')")
        .all<{ name: string }>()
      expect(results.map(({ name }) => name)).not.toContain('sealedCvv')
    }
  })
})
