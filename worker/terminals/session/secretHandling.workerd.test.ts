import { runInDurableObject } from 'cloudflare:test'
import { afterAll, expect, test, vi } from 'vitest'
import { toBase64, toHex, utf8 } from '#contract/encoding/bytes'
import { card } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'

const printed: unknown[] = []
for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))

afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { beforeProcessor, afterProcessor, books } = readers

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
/** Everything that an object has stored, as text. */
const storedBy = (shop: Till) =>
  runInDurableObject(shop.object(), (_reader, { storage }) => {
    const { sql } = storage
    const tables = sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
    return JSON.stringify(
      [[...storage.kv.list()], tables.map(({ name }) => sql.exec(`SELECT * FROM "${name}"`).toArray())],
      (_key, value) => (typeof value === 'bigint' ? String(value) : value),
    )
  })

/** Every row of the account. */
const rowsOf = async ({ merchant }: Till) => {
  const rows = await storedRows(merchant.database, merchant.id)
  expect(rows.length).toBeGreaterThan(5)
  return JSON.stringify(rows)
}

const forms = (digits: string) => [
  digits,
  [...digits].toReversed().join(''),
  toHex(utf8(digits)),
  ...[0, 1, 2].map((skip) => toBase64(utf8(digits).slice(skip, skip + 12)).replaceAll('=', '')),
]
const number = '374245455400126'
const cvv = '7391'
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const holdsNone = (text: string) => {
  for (const form of [...forms(number), number.slice(0, -4)]) expect(text).not.toContain(form)
  // So few digits occur inside of longer texts, and by chance as a group of a UUID.
  const alone = new Set(text.replaceAll(uuid, '').split(/[^0-9A-Za-z+/]+/))
  for (const form of [cvv, [...cvv].toReversed().join(''), toHex(utf8(cvv)), toBase64(utf8(cvv)).replaceAll('=', '')])
    expect(alone).not.toContain(form)
  // Nor is there what would have to be decrypted first, by a key that lies beside it.
  expect(text).not.toMatch(/eyJ[0-9A-Za-z_-]{20}/)
}

test('a card at a reader is in no storage and no log at any step, and the reader is told nothing of it', async () => {
  const shop = await openTill(readers)
  const seen: string[] = []
  const look = async () => void seen.push(await storedBy(shop), await rowsOf(shop))
  await look()
  const paying = shop.pay(12.5, { promptCvv: true, promptSignature: true })
  const payment = await shop.line.next('payment')
  await look()
  shop.say('received', payment)
  await shop.comesTo({ state: 'awaiting_card' })
  shop.say('presented', payment)
  await shop.isPresented()
  await look()
  // One that is refused first.
  shop.line.send(await shop.card(payment, { card: card(number, { verificationValue: cvv }), entryMode: 'keyed' }))
  await shop.line.next('error')
  await look()
  const before = beforeProcessor.shut()
  shop.line.send(await shop.card(payment, { card: card(number, { verificationValue: cvv }), signature }))
  const told: unknown[] = [await shop.line.next('processing')]
  await before()
  expect(await storedBy(shop)).toContain('"processing"')
  await look()
  const after = afterProcessor.shut()
  beforeProcessor.open()
  await after()
  books.areClosed = true
  afterProcessor.open()
  await shop.comesTo({ state: 'completed' })
  await look()
  // The connection of a reader that could not be answered is closed.
  await shop.line.closed
  books.areClosed = false
  told.push(await shop.connect())
  await shop.ring()
  const paid = (await paying).json
  expect(paid.responseCode).toBe('00')
  told.push(await shop.line.next('result'))
  await look()
  told.push(await shop.connect(), await shop.shown(paid.transactionId))
  // It is there, sealed, and the device gets none of it.
  expect(await shop.shown(paid.transactionId)).toMatchObject({ status: 'authorized' })
  expect(seen.some((text) => text.includes('sealedPan'))).toBe(true)
  for (const text of seen) holdsNone(text)
  holdsNone(JSON.stringify(told))
  expect(JSON.stringify(told.slice(0, -1))).not.toContain(number.slice(-4))
  holdsNone(JSON.stringify([printed, readers.log]))
  expect(readers.log.length).toBeGreaterThan(0)
})
