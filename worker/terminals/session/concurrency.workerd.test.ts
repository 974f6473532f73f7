import { afterAll, describe, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import type { Answered } from '../../testing/merchant.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'

/** A payment at a reader, and somebody who does not want it any more. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { ledger, beforeProcessor, afterProcessor } = readers

const errorOf = ({ status, json }: Answered) => [status, json.errors?.[0]?.type]
const cancel = (till: Till) => till.call('POST', `/v1/terminals/${till.device.terminal}/cancel`)
const remove = (till: Till) => till.call('DELETE', `/v1/terminals/${till.device.terminal}`)

/** As far as the shopper's turn. */
const waiting = async (till: Till) => {
  const paying = till.pay()
  const payment = await till.received()
  await till.comesTo({ state: 'awaiting_card' })
  return { paying, payment }
}

/** As far as the question to the processor, which waits for its answer. */
const processing = async (till: Till, gate = beforeProcessor) => {
  const { paying, payment } = await waiting(till)
  const came = gate.shut()
  till.line.send(await till.card(payment))
  await till.line.next('processing')
  await came()
  return { paying, payment }
}

const completes = async (till: Till, { paying, payment }: Awaited<ReturnType<typeof waiting>>) => {
  beforeProcessor.open()
  expect((await paying).json).toMatchObject({ responseCode: '00', transactionId: payment.session })
  expect(await till.line.next('result')).toMatchObject({ state: 'completed', responseCode: '00', approved: '12.5' })
  expect(ledger.find(payment.session)).toMatchObject({ state: 'approved', requests: 1, effects: 1, reversals: 0 })
}

const isStopped = async (till: Till, { paying, payment }: Awaited<ReturnType<typeof waiting>>, code: string) => {
  expect((await paying).json).toMatchObject({ responseCode: code, transactionId: payment.session })
  expect(await till.line.next('result')).toMatchObject({ state: 'canceled', responseCode: code, approved: null })
  expect(await till.shown(payment.session)).toMatchObject({ status: 'declined', responseCode: code })
  expect(ledger.find(payment.session)).toBeUndefined()
}

describe('a terminal that is deleted', () => {
  test('before the card ends the payment with G14, without the processor; the reader hears so and is closed', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    expect((await remove(till)).status).toBe(200)
    await isStopped(till, begun, 'G14')
    await till.line.next('deleted')
    expect(await till.line.closed).toBe(closeCodes.deleted)
    expect((await till.call('GET', `/v1/terminals/${till.device.terminal}`)).status).toBe(404)
    expect(errorOf(await till.pay())).toEqual([400, 'terminal_not_found'])
  })

  test('while the processor is asked stays: 409, and the payment completes', async () => {
    const till = await openTill(readers)
    const begun = await processing(till)
    expect(errorOf(await remove(till))).toEqual([409, 'terminal_in_use'])
    await completes(till, begun)
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })
})

test('a second payment at a busy terminal is declined G11 at once, and the first goes on', async () => {
  const till = await openTill(readers)
  const begun = await waiting(till)
  expect(await till.status()).toBe('busy')
  const second = await till.pay(99)
  expect(second.json).toMatchObject({ responseCode: 'G11', amount: 99 })
  expect(await till.shown(second.json.transactionId)).toMatchObject({ status: 'declined' })
  expect(till.line.unread).toEqual([])
  const came = beforeProcessor.shut()
  till.line.send(await till.card(begun.payment))
  await till.line.next('processing')
  await came()
  expect((await till.pay(99)).json.responseCode).toBe('G11')
  await completes(till, begun)
  expect(await till.status()).toBe('online')
  expect(await till.paid(99)).toMatchObject({ responseCode: '00' })
})

describe('a void of a payment at a reader', () => {
  test('stops it while it waits: G15 for the payment, an operation of its own for the void', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    const voided = await till.void(begun.payment.session)
    expect([voided.status, voided.json.responseCode]).toEqual([200, '00'])
    await isStopped(till, begun, 'G15')
    expect((await till.shown(begun.payment.session)).operations).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode: 'G15' },
      { transactionId: voided.json.transactionId, type: 'void', status: 'approved' },
    ])
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('is refused while the processor is asked, and the payment completes', async () => {
    const till = await openTill(readers)
    const begun = await processing(till)
    expect(errorOf(await till.void(begun.payment.session))).toEqual([409, 'operation_in_progress'])
    await completes(till, begun)
    // Afterwards it is a void like any other.
    expect((await till.void(begun.payment.session)).json).toMatchObject({ responseCode: '00' })
    expect(ledger.find(begun.payment.session)).toMatchObject({ state: 'voided' })
  })

  test('is answered the same under the same Idempotency-Key, and stops nothing else', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await till.void(begun.payment.session, key)
    await isStopped(till, begun, 'G15')
    const next = await waiting(till)
    const again = await till.void(begun.payment.session, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await till.session()).toMatchObject({ id: next.payment.session, state: 'awaiting_card' })
    till.line.send(await till.card(next.payment))
    await till.line.next('processing')
    await completes(till, next)
  })

  test('is refused where it was voided, or the shopper did not want to, and stops nothing else', async () => {
    const till = await openTill(readers)
    const one = await waiting(till)
    await till.void(one.payment.session)
    await isStopped(till, one, 'G15')
    const two = await waiting(till)
    till.say('cancel', two.payment)
    await isStopped(till, two, 'G13')
    const next = await waiting(till)
    for (const { payment } of [one, two]) expect((await till.void(payment.session)).status).toBe(409)
    till.line.send(await till.card(next.payment))
    await till.line.next('processing')
    await completes(till, next)
  })

  test('of another account finds nothing, and the payment goes on', async () => {
    const [till, stranger] = await Promise.all([openTill(readers), openTill(readers)])
    const begun = await waiting(till)
    expect(errorOf(await stranger.void(begun.payment.session))).toEqual([400, 'reference_not_found'])
    const path = `/v1/terminals/${till.device.terminal}`
    expect((await stranger.call('POST', `${path}/cancel`)).status).toBe(404)
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    till.line.send(await till.card(begun.payment))
    await till.line.next('processing')
    await completes(till, begun)
  })
})

describe('canceling at a terminal', () => {
  test('stops whatever waits there, with no void', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    expect((await cancel(till)).json.terminals[0].status).toBe('online')
    await isStopped(till, begun, 'G15')
    expect((await till.shown(begun.payment.session)).operations).toHaveLength(1)
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test('is refused while the processor is asked, and the payment completes', async () => {
    const till = await openTill(readers)
    const begun = await processing(till)
    expect(errorOf(await cancel(till))).toEqual([409, 'terminal_in_use'])
    await completes(till, begun)
  })

  test('where nothing waits does nothing', async () => {
    const till = await openTill(readers)
    expect((await cancel(till)).status).toBe(200)
    expect(till.line.unread).toEqual([])
  })
})

describe('a shopper who cancels', () => {
  test('before the card is asked for no money', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    till.say('cancel', begun.payment)
    await isStopped(till, begun, 'G13')
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
  })

  test.each([
    ['is asked', beforeProcessor],
    ['has approved', afterProcessor],
  ])('while the processor %s comes too late', async (_when, gate) => {
    const till = await openTill(readers)
    const begun = await processing(till, gate)
    till.say('cancel', begun.payment)
    till.say('failure', begun.payment)
    gate.open()
    await completes(till, begun)
  })

  test('after it is over hears how it ended', async () => {
    const till = await openTill(readers)
    const begun = await waiting(till)
    till.line.send(await till.card(begun.payment))
    await till.line.next('processing')
    await completes(till, begun)
    till.say('cancel', begun.payment)
    expect(await till.line.next('result')).toMatchObject({ state: 'completed', approved: '12.5' })
    expect(ledger.find(begun.payment.session)).toMatchObject({ state: 'approved', reversals: 0 })
  })
})

/** mulberry32: the same numbers for the same seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

test('whoever changes their mind as the card comes: paid, or stopped with nothing at the processor, and never anything else', async () => {
  const till = await openTill(readers)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  const ends = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const { paying, payment } = await waiting(till)
    const frame = await till.card(payment)
    const pause = () => new Promise((resolve) => setTimeout(resolve, random() * 6))
    const card = async () => {
      await pause()
      till.line.send(frame)
    }
    let isVoided = false
    const change = async () => {
      await pause()
      const who = random()
      if (who < 0.5) till.say('cancel', payment)
      else if (who < 0.75) isVoided = (await till.void(payment.session)).status === 200
      else await cancel(till)
    }
    await Promise.all(random() < 0.5 ? [card(), change()] : [change(), card()])
    const { json } = await paying
    const shown = await till.shown(payment.session)
    const at = { seed, round, code: json.responseCode }
    const entry = ledger.find(payment.session)
    if (json.responseCode === '00') {
      // A void that came after the approval has undone it, as it undoes any other.
      const [status, state] = isVoided ? ['voided', 'voided'] : ['authorized', 'approved']
      expect({ ...at, status: shown.status, entry }).toMatchObject({
        status,
        entry: { state, requests: 1, effects: 1, reversals: 0 },
      })
    } else {
      expect({ ...at, status: shown.status, entry }).toEqual({ ...at, status: 'declined', entry: undefined })
      expect(['G13', 'G15']).toContain(json.responseCode)
    }
    ends.add(json.responseCode === '00' ? 'paid' : 'stopped')
    // All that the reader hears of it says the same.
    await vi.waitFor(() => expect(till.line.unread.some(({ type }) => type === 'result')).toBe(true))
    for (const message of till.line.unread)
      if (message.type === 'result') expect({ ...at, code: message.responseCode }).toEqual(at)
    await till.connect()
  }
  expect([...ends].toSorted()).toEqual(['paid', 'stopped'])
})
