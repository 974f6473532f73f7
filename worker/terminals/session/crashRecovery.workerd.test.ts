import { SELF, runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import { bindings } from '../../testing/bindings.ts'
import { gatewayOrigin } from '../../testing/merchant.ts'
import type { Answered } from '../../testing/merchant.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'
import { TerminalObject } from '../terminalObject.ts'

/** A payment at a reader whose object ends at any moment, or whose merchant has hung up. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
vi.spyOn(console, 'warn').mockReturnValue()

// The real clock, since the worker that a hung-up request is sent to has no other; it can be put forward all the same.
let ahead = 0
const clock = { now: () => Date.now() + ahead, advance: (ms: number) => void (ahead += ms) }
const readers = startReaders(clock)
const { limits, ledger, beforeProcessor, afterProcessor, books } = readers

beforeEach(async () => {
  ahead = 0
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
const prompts = { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true }
const answers = { tipAmount: '2', signature }

/** The reader is back, and goes on with what its welcome says. */
const resume = async (till: Till) => {
  const { payment } = await till.connect()
  return payment!
}

const send = async (till: Till, payment: { session: string }) => till.line.send(await till.card(payment, answers))

/** The merchant's one request got what it wanted, with the tip, and the processor was asked once. */
const isPaid = async (till: Till, paying: Promise<Answered>) => {
  const { status, json } = await paying
  expect(status).toBe(200)
  expect(json).toMatchObject({ responseCode: '00', amount: 14.5 })
  const id = json.transactionId
  expect(await till.shown(id)).toMatchObject({ status: 'authorized', amountAuthorized: 14.5, tip: 2 })
  expect((await till.call('GET', `/v1/transactions/${id}/signature`)).json.signature.data).toBe(signature)
  expect(ledger.entries().filter(({ account }) => account === till.merchant.id)).toMatchObject([
    { op: id, approved: '1450', state: 'approved', requests: 1, effects: 1, reversals: 0 },
  ])
}

/** No charge came of it, or none that stands; and the reader takes the next payment. */
const isUndone = async (till: Till, paying: Promise<Answered>) => {
  const { json } = await paying
  expect(json).toMatchObject({ responseCode: '68', authCode: null })
  expect(await till.shown(json.transactionId)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  const standing = ledger.entries().filter(({ account, state }) => account === till.merchant.id && state === 'approved')
  expect(standing).toEqual([])
  till.line.close()
  await till.connect()
  expect(await till.paid(20)).toMatchObject({ responseCode: '00', amount: 20 })
}

describe('a payment survives the end of its object', () => {
  test('before it began', async () => {
    const till = await openTill(readers)
    await till.crash()
    const paying = till.pay(12.5, prompts)
    const payment = await resume(till).then((open) => open ?? till.line.next('payment'))
    till.say('received', payment)
    await send(till, payment)
    await isPaid(till, paying)
  })

  test('once the reader was told', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const { session } = await till.line.next('payment')
    await till.crash()
    const payment = await resume(till)
    expect(payment).toMatchObject({ session, state: 'sent' })
    till.say('received', payment)
    await send(till, payment)
    await isPaid(till, paying)
  })

  test('once the reader has received it', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const { session } = await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    await till.crash()
    const payment = await resume(till)
    expect(payment).toMatchObject({ session, state: 'awaiting_card' })
    await send(till, payment)
    await isPaid(till, paying)
  })

  test('and the request that waits for it comes back to the same payment, which goes on', async () => {
    const asked = vi.spyOn(TerminalObject.prototype, 'pay')
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    await till.crash()
    const payment = await resume(till)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), 5_000)
    asked.mockRestore()
    expect(await till.session()).toMatchObject({ id: payment.session, state: 'awaiting_card' })
    expect(till.line.unread).toEqual([])
    await send(till, payment)
    await till.line.next('processing')
    expect(await till.line.next('result')).toMatchObject({ state: 'completed', approved: '14.5' })
    await isPaid(till, paying)
  })

  test('once a card was presented, and what was sent of it is lost', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const told = await till.received()
    till.say('presented', told)
    await till.isPresented()
    const frame = await till.card(told, answers)
    // The database is away, so the card was not written down.
    books.areClosed = true
    till.line.send(frame)
    await till.crash()
    books.areClosed = false
    const payment = await resume(till)
    expect(payment).toMatchObject({ session: told.session, state: 'awaiting_card' })
    till.line.send(frame)
    await isPaid(till, paying)
  })

  test('once the processor has answered and the books could not be reached', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const told = await till.received()
    const came = afterProcessor.shut()
    await send(till, told)
    await came()
    books.areClosed = true
    afterProcessor.open()
    await till.comesTo({ state: 'completed' })
    await till.crash()
    expect((await till.shown(told.session)).status).toBe('pending')
    books.areClosed = false
    // The payment is over for the reader, and what became of it is being written down.
    expect((await till.connect()).payment).toBeNull()
    await till.ring()
    expect(await till.line.next('result')).toMatchObject({ state: 'completed', responseCode: '00', approved: '14.5' })
    await send(till, told)
    expect(await till.line.next('result')).toMatchObject({ session: told.session, approved: '14.5' })
    await isPaid(till, paying)
  })

  test('after it was over, and a card that is sent again pays nothing more', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const told = await till.received()
    await send(till, told)
    await till.line.next('processing')
    await till.line.next('result')
    await till.crash()
    const welcome = await till.connect()
    expect(welcome.payment).toBeNull()
    expect(welcome.result).toMatchObject({ session: told.session, state: 'completed', approved: '14.5' })
    await send(till, told)
    expect(await till.line.next('result')).toMatchObject({ session: told.session, approved: '14.5' })
    await isPaid(till, paying)
  })

  test('again and again', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    await till.line.next('payment')
    await till.crash()
    till.say('received', await resume(till))
    await till.comesTo({ state: 'awaiting_card' })
    await till.crash()
    till.say('presented', await resume(till))
    await till.isPresented()
    await till.crash()
    await send(till, await resume(till))
    await isPaid(till, paying)
  })
})

const crashedWhileAsking = async (till: Till, gate: typeof beforeProcessor) => {
  const paying = till.pay(12.5, prompts)
  const told = await till.received()
  const came = gate.shut()
  await send(till, told)
  await came()
  await till.crash()
  // Nobody is there any more whom it could let go on.
  gate.open()
  const payment = await resume(till)
  expect(payment).toMatchObject({ session: told.session, state: 'processing' })
  // A card that is sent again is not asked for again.
  await send(till, payment)
  // Nor is there anything to stop.
  till.say('cancel', payment)
  await till.ring()
  expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
  return paying
}

test('a terminal that was deleted as its object ended takes no card any more, and its payment ends by itself', async () => {
  const till = await openTill(readers)
  const paying = till.pay(12.5, prompts)
  const payment = await till.received()
  await till.comesTo({ state: 'awaiting_card' })
  // The first half of deleting it.
  await till.merchant.run('UPDATE terminals SET deleted = ? WHERE id = ?', clock.now(), till.device.terminal)
  await till.crash()
  await expect(till.connect()).rejects.toThrow('deleted')
  clock.advance(deviceLimits.presentMs)
  await till.ring()
  expect((await paying).json).toMatchObject({ transactionId: payment.session, responseCode: 'G12' })
  expect(ledger.find(payment.session)).toBeUndefined()
  expect(await till.session()).toBeNull()
  expect(await till.alarm()).toBeNull()
})

test.each([
  ['was on its way', 'G10'],
  ['was with the processor', '68'],
])(
  'a payment that %s ends as %s once anybody asks for the reader, though its alarm was lost, too',
  async (way, code) => {
    const till = await openTill(readers)
    const paying = till.pay()
    if (code === '68') {
      const came = beforeProcessor.shut()
      till.line.send(await till.card(await till.received()))
      await came()
    } else await till.line.next('payment')
    await runInDurableObject(till.object(), (_reader, { storage }) => storage.deleteAlarm())
    await till.crash()
    beforeProcessor.open()
    expect(await till.status(), way).toBe('busy')
    clock.advance(deviceLimits.deliveryMs)
    await till.ring()
    expect((await paying).json).toMatchObject({ responseCode: code })
    expect(await till.status()).toBe('offline')
  },
)

test('a reader that cannot be answered, since the books cannot be reached, is to come again, and pays', async () => {
  const till = await openTill(readers)
  const paying = till.pay(12.5, prompts)
  const told = await till.received()
  await till.comesTo({ state: 'awaiting_card' })
  const frame = await till.card(told, answers)
  books.areClosed = true
  till.line.send(frame)
  expect(await till.line.closed).toBe(1013)
  books.areClosed = false
  expect(await resume(till)).toMatchObject({ session: told.session, state: 'awaiting_card' })
  till.line.send(frame)
  await isPaid(till, paying)
})

describe('a payment whose object ends while the processor is asked is undone, since nobody can know', () => {
  test('where the question was never sent', async () => {
    const till = await openTill(readers)
    await isUndone(till, crashedWhileAsking(till, beforeProcessor))
  })

  test('where it has approved, and nobody heard', async () => {
    const till = await openTill(readers)
    const paying = crashedWhileAsking(till, afterProcessor)
    await isUndone(till, paying)
    expect(ledger.find((await paying).json.transactionId)).toMatchObject({ state: 'reversed', effects: 1, requests: 1 })
  })
})

describe('a merchant who hangs up', () => {
  const key = { 'idempotency-key': 'the-same' }

  /** A request that nobody hears the answer of. */
  const ways: Record<string, (till: Till, body: object) => Promise<void>> = {
    'and is never there again': async (till, body) => {
      void till.call('POST', '/v1/transactions/authorize', { body, headers: key })
    },
    'and whose request is aborted': async (till, body) => {
      const hangUp = new AbortController()
      const request = SELF.fetch(`${gatewayOrigin}/v1/transactions/authorize`, {
        method: 'POST',
        headers: { 'x-api-key': till.merchant.secretKey, 'content-type': 'application/json', ...key },
        body: JSON.stringify(body),
        signal: hangUp.signal,
      })
      await till.comesTo({ state: 'sent' })
      hangUp.abort()
      await expect(request).rejects.toThrow('aborted')
    },
  }

  test.each(Object.keys(ways))(
    '%s ends nothing: the payment goes on, can be read, and is the answer to a repetition',
    async (way) => {
      const till = await openTill(readers)
      const body = till.body(12.5, prompts)
      await ways[way]!(till, body)
      const again = () => till.call('POST', '/v1/transactions/authorize', { body, headers: key })
      const payment = await till.received()
      await till.comesTo({ state: 'awaiting_card' })
      const meanwhile = await again()
      expect([meanwhile.status, meanwhile.json.errors[0].type]).toEqual([409, 'idempotency_in_progress'])
      expect((await till.shown(payment.session)).status).toBe('pending')

      await send(till, payment)
      await till.line.next('processing')
      expect(await till.line.next('result')).toMatchObject({ state: 'completed', approved: '14.5' })
      const answered = await again()
      expect(answered.headers.get('idempotent-replayed')).toBe('true')
      expect(answered.json.transactionId).toBe(payment.session)
      await isPaid(till, Promise.resolve(answered))
      expect(till.line.unread).toEqual([])
    },
  )
})

describe('a sweep', () => {
  test('in the middle of a payment leaves it alone', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const payment = await till.received()
    till.say('presented', payment)
    await till.isPresented()
    // As late as the payment may be.
    clock.advance(deviceLimits.sessionMs - 10_000)
    await readers.sweep()
    const came = beforeProcessor.shut()
    await send(till, payment)
    await came()
    clock.advance(limits.processorTimeoutMs)
    await readers.sweep()
    beforeProcessor.open()
    await isPaid(till, paying)
  })

  test('reverses a payment whose object is lost for good, and a card that comes after that pays nothing', async () => {
    const till = await openTill(readers)
    const paying = till.pay(12.5, prompts)
    const { session: id } = await till.received()
    await till.comesTo({ state: 'awaiting_card' })
    await runInDurableObject(till.object(), async (_reader, state) => {
      await state.storage.deleteAll()
      state.abort('lost')
    }).catch(() => undefined)
    await till.line.closed
    // Whoever still waits for it begins it once more, at an object that knows nothing.
    await till.comesTo({ state: 'queued' })
    clock.advance(deviceLimits.sessionMs + limits.abandonAfterMs)
    expect((await till.shown(id)).status).toBe('pending')
    await readers.sweep()
    expect(await till.shown(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    ahead = 0
    const payment = await resume(till)
    till.say('received', payment)
    await send(till, payment)
    expect(await till.line.next('result')).toMatchObject({ state: 'failed', responseCode: '68', approved: null })
    expect((await paying).json).toMatchObject({ transactionId: id, responseCode: '68' })
    expect(await till.shown(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    expect(ledger.find(id)).toMatchObject({ requests: 0, effects: 0 })
    expect(await till.paid(20)).toMatchObject({ responseCode: '00' })
  })
})
