import { runInDurableObject } from 'cloudflare:test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashApiKey } from '../../domain/apiKeys/format.ts'
import type { PaymentMessage } from '../../app/objects.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import { pairingObject, showCode } from '../../testing/device.ts'
import { eventsOf } from '../../testing/events.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'
import { awaitingCard1, completed1, last1, news1, payMessage1, shown1, used1 } from './version1.fixtures.ts'

vi.spyOn(console, 'warn').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { clock, ledger } = readers

const store = (till: Till, values: Readonly<Record<string, unknown>>) =>
  runInDurableObject(till.object(), (_reader, { storage }) => {
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })

/** A payment of 12.50 that waits for its card, its object replaced by one that finds these values of version 1. */
const deployDuringPayment = async (valuesOf: (of: Parameters<typeof awaitingCard1>[0]) => Record<string, unknown>) => {
  const till = await openTill(readers)
  const paying = till.pay(12.5, { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true })
  const { session } = await till.received()
  await till.comesTo({ state: 'awaiting_card' })
  await till.object().status(null)
  const of = {
    transaction: Number(session),
    account: till.merchant.id,
    terminal: till.device.terminal,
    at: clock.now(),
  }
  await store(till, valuesOf(of))
  await till.crash()
  return { till, paying, session }
}

describe('a session stored in version 1', () => {
  test('is paid by the card that is presented after the deploy', async () => {
    const { till, paying, session } = await deployDuringPayment((of) => ({ session: awaitingCard1(of) }))
    const { payment } = await till.connect()
    expect(payment).toMatchObject({
      session,
      state: 'awaiting_card',
      amount: { value: '12.5', currency: 'USD' },
      prompts: { tipAmounts: ['1', '2', '3'], signature: true },
    })
    till.line.send(await till.card(payment!, { tipAmount: '2' }))
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5 })
    expect(await till.shown(session)).toMatchObject({ status: 'authorized', amountAuthorized: 14.5, tip: 2 })
    expect(ledger.find(session)).toMatchObject({ approved: '1450', effects: 1, reversals: 0 })
  })

  test('is recorded as decided where the deploy came between the processor and the database', async () => {
    const { till, paying, session } = await deployDuringPayment((of) => ({ session: completed1(of) }))
    expect((await till.connect()).payment).toBeNull()
    await till.ring()
    expect(await till.line.next('result')).toMatchObject({ session, state: 'completed', approved: '14.5' })
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5, authCode: '636551' })
    const [row] = await till.merchant.rows(
      'SELECT status, approved, tip, networkTransactionId FROM transactions WHERE id = ?',
      Number(session),
    )
    expect(row).toEqual({ status: 'authorized', approved: 1450, tip: 200, networkTransactionId: 'ACQ270636551' })
  })

  test('is canceled by the merchant after the deploy', async () => {
    const { till, paying, session } = await deployDuringPayment((of) => ({ session: awaitingCard1(of) }))
    expect((await till.void(session)).status).toBe(200)
    expect((await paying).json).toMatchObject({ responseCode: 'G15' })
  })
})

test('events stored in version 1 are written to the database once', async () => {
  const { till, paying, session } = await deployDuringPayment((of) => ({ session: awaitingCard1(of), news: news1(of) }))
  const { payment } = await till.connect()
  till.line.send(await till.card(payment!))
  await paying
  await till.rests()
  const steps = (await eventsOf(till.merchant)).flatMap((event) =>
    event.type === 'terminal.session_updated' ? [event.data.terminal.session] : [],
  )
  expect(steps.filter((step) => step?.state === 'awaiting_card')).toEqual([
    { transactionId: session, state: 'awaiting_card' },
  ])
})

test('the last result stored in version 1 is sent to a device that logs in', async () => {
  const till = await openTill(readers)
  const of = {
    transaction: 91_349_897_236_236,
    account: till.merchant.id,
    terminal: till.device.terminal,
    at: clock.now(),
  }
  await store(till, { last: last1(of) })
  await till.crash()
  expect((await till.connect()).result).toEqual({
    session: '91349897236236',
    state: 'completed',
    responseCode: '00',
    responseText: 'Approved',
    approved: '14.5',
  })
})

test('a terminal takes the payment that a caller of version 1 sends', async () => {
  const { till, paying, session } = await deployDuringPayment((of) => ({ session: awaitingCard1(of) }))
  // The object that replaced it lost its session, and the caller of before repeats its message.
  await runInDurableObject(till.object(), (_reader, { storage }) => void storage.kv.delete('session'))
  await till.crash()
  const account = await accountOf(till)
  const of = {
    transaction: Number(session),
    account: till.merchant.id,
    terminal: till.device.terminal,
    at: clock.now(),
  }
  const again = till.object().pay({ ...payMessage1(of), account } as unknown as PaymentMessage)
  await till.comesTo({ id: session })
  const { payment } = await till.connect()
  till.say('received', payment!)
  till.line.send(await till.card(payment!))
  await again
  expect((await paying).json).toMatchObject({ responseCode: '00', amount: 12.5 })
})

/** The account as a caller has read it. */
const accountOf = async ({ merchant }: Till) => {
  const database = new Database(merchant.database, { trips: 0, databaseMs: 0 })
  return (await findKey({ database }, await hashApiKey(merchant.secretKey)))!.account
}

describe('a pairing code stored in version 1', () => {
  test('registers the device that shows it over a deploy', async () => {
    const till = await openTill(readers)
    const { line, code } = await showCode(readers.fetch)
    await runInDurableObject(pairingObject(code), (_pairing, { storage }) =>
      storage.kv.put('shown', shown1(Date.now() + 60_000)),
    )
    const registering = till.call('POST', '/v1/terminals', { body: { registrationCode: code, nickname: 'Till 2' } })
    const { reader } = await line.next('paired')
    line.send({ type: 'stored' })
    const { json } = await registering
    expect(json.terminals).toMatchObject([{ nickname: 'Till 2', make: 'Acme', model: 'One', serialNumber: 'A-1' }])
    expect(reader).toBe(`00-${json.terminals[0].id}`)
  })

  test('returns to the request that used it what it was used for', async () => {
    const object = pairingObject('ABC234')
    await runInDurableObject(object, (_pairing, { storage }) =>
      storage.kv.put('shown', used1(Date.now() + 60_000, 'the request', '00-reader')),
    )
    expect(await object.claim('the request')).toEqual({ reader: '00-reader', isKept: true })
    expect(await object.claim('another request')).toBe('invalid')
  })
})
