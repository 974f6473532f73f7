import { runInDurableObject } from 'cloudflare:test'
import { afterAll, expect, test, vi } from 'vitest'
import { toBase64, toHex, utf8 } from '#contract/encoding/bytes'
import { card } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'

const printed: unknown[] = []
for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))

afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { beforeProcessor, afterProcessor, books } = worker

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/** The complete storage of a terminal's object, as text. */
const storageOf = (terminal: OpenTerminal) =>
  runInDurableObject(terminal.object(), (_object, { storage }) => {
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

/** Every database row of the account, as text. */
const rowsOf = async ({ merchant }: OpenTerminal) => {
  const rows = await storedRows(merchant.database, merchant.id)
  expect(rows.length).toBeGreaterThan(5)
  return JSON.stringify(rows)
}

/** Plain, reversed, hex and base64. */
const encodings = (digits: string) => [
  digits,
  [...digits].toReversed().join(''),
  toHex(utf8(digits)),
  ...[0, 1, 2].map((skip) => toBase64(utf8(digits).slice(skip, skip + 12)).replaceAll('=', '')),
]
const number = '374245455400126'
const cvv = '7391'
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const expectNoCard = (text: string) => {
  for (const form of [...encodings(number), number.slice(0, -4)]) expect(text).not.toContain(form)
  // Four digits may occur inside longer texts and UUIDs, so only whole words count.
  const words = new Set(text.replaceAll(uuid, '').split(/[^0-9A-Za-z+/]+/))
  for (const form of [cvv, [...cvv].toReversed().join(''), toHex(utf8(cvv)), toBase64(utf8(cvv)).replaceAll('=', '')])
    expect(words).not.toContain(form)
  // No encrypted card (JWE) either.
  expect(text).not.toMatch(/eyJ[0-9A-Za-z_-]{20}/)
}

test('a card read by a terminal appears in no storage, log or device message at any step of the payment', async () => {
  const terminal = await openTerminal(worker)
  const stored: string[] = []
  const inspect = async () => void stored.push(await storageOf(terminal), await rowsOf(terminal))
  await inspect()
  const paying = terminal.pay(12.5, { promptCvv: true, promptSignature: true })
  const payment = await terminal.line.next('payment')
  await inspect()
  terminal.send('received', payment)
  await terminal.waitForSession({ state: 'awaiting_card' })
  terminal.send('presented', payment)
  await terminal.waitForPresentedCard()
  await inspect()
  // A rejected card.
  terminal.line.send(
    await terminal.card(payment, { card: card(number, { verificationValue: cvv }), entryMode: 'keyed' }),
  )
  await terminal.line.next('error')
  await inspect()
  const before = beforeProcessor.shut()
  terminal.line.send(await terminal.card(payment, { card: card(number, { verificationValue: cvv }), signature }))
  const received: unknown[] = [await terminal.line.next('processing')]
  await before()
  expect(await storageOf(terminal)).toContain('"processing"')
  await inspect()
  const after = afterProcessor.shut()
  beforeProcessor.open()
  await after()
  books.areClosed = true
  afterProcessor.open()
  await terminal.waitForSession({ state: 'completed' })
  await inspect()
  // The gateway closes the connection of a device that it cannot respond to.
  await terminal.line.closed
  books.areClosed = false
  received.push(await terminal.connect())
  await terminal.runAlarm()
  const paid = (await paying).json
  expect(paid.responseCode).toBe('00')
  await inspect()
  // The device may have reconnected before or after the result. The welcome message contains it.
  const welcome = await terminal.connect()
  expect(welcome).toMatchObject({ result: { session: paid.transactionId } })
  received.push(welcome, await terminal.readTransaction(paid.transactionId))
  // The sealed card is stored in the database.
  expect(await terminal.readTransaction(paid.transactionId)).toMatchObject({ status: 'authorized' })
  expect(stored.some((text) => text.includes('sealedPan'))).toBe(true)
  for (const text of stored) expectNoCard(text)
  expectNoCard(JSON.stringify(received))
  expect(JSON.stringify(received.slice(0, -1))).not.toContain(number.slice(-4))
  expectNoCard(JSON.stringify([printed, worker.log]))
  expect(worker.log.length).toBeGreaterThan(0)
})
