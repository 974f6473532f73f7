import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { markerCvvs } from './markerCvvs.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { bank, credential, luhnInvalid, numbers, ssn } from './gateway/secretMarkers.ts'
import { logs, merchants, objectStorage, responses } from './gateway/collectedOutput.ts'
import { useAllCards } from './gateway/useAllCards.ts'

/**
 * Marker cards are used in every request that accepts a card. Then every cell, log line and response is scanned: no card number in any
 * encoding, and no byte that depends on the CVV.
 */

const printed: unknown[][] = []

for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))

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
