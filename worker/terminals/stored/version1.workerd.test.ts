import { runInDurableObject } from 'cloudflare:test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashApiKey } from '../../domain/apiKeys/format.ts'
import type { PaymentMessage } from '../../app/objects.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import { pairingStub, requestPairingCode } from '../../testing/device.ts'
import { readEvents } from '../../testing/events.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'
import { awaitingCard1, completed1, last1, news1, payMessage1, shown1, used1 } from './version1.fixtures.ts'

vi.spyOn(console, 'warn').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { clock, ledger } = worker

const putEntries = (terminal: OpenTerminal, values: Readonly<Record<string, unknown>>) =>
  runInDurableObject(terminal.object(), (_object, { storage }) => {
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })

/** Starts a payment of 12.50 that waits for its card, and replaces its object by one that has these stored values of version 1. */
const deployDuringPayment = async (valuesOf: (ids: Parameters<typeof awaitingCard1>[0]) => Record<string, unknown>) => {
  const terminal = await openTerminal(worker)
  const paying = terminal.pay(12.5, { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true })
  const { session } = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  await terminal.object().status(null)
  const ids = {
    transaction: Number(session),
    account: terminal.merchant.id,
    terminal: terminal.device.terminal,
    at: clock.now(),
  }
  await putEntries(terminal, valuesOf(ids))
  await terminal.crash()
  return { terminal, paying, session }
}

describe('session stored by version 1', () => {
  test('a session stored by version 1 is charged by a card presented after the deploy', async () => {
    const { terminal, paying, session } = await deployDuringPayment((ids) => ({ session: awaitingCard1(ids) }))
    const { payment } = await terminal.connect()
    expect(payment).toMatchObject({
      session,
      state: 'awaiting_card',
      amount: { value: '12.5', currency: 'USD' },
      prompts: { tipAmounts: ['1', '2', '3'], signature: true },
    })
    terminal.line.send(await terminal.card(payment!, { tipAmount: '2' }))
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5 })
    expect(await terminal.readTransaction(session)).toMatchObject({
      status: 'authorized',
      amountAuthorized: 14.5,
      tip: 2,
    })
    expect(ledger.find(session)).toMatchObject({ approved: '1450', effects: 1, reversals: 0 })
  })

  test('an outcome stored by version 1 is recorded after the deploy', async () => {
    const { terminal, paying, session } = await deployDuringPayment((ids) => ({ session: completed1(ids) }))
    expect((await terminal.connect()).payment).toBeNull()
    await terminal.runAlarm()
    expect(await terminal.line.next('result')).toMatchObject({ session, state: 'completed', approved: '14.5' })
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5, authCode: '636551' })
    const [row] = await terminal.merchant.rows(
      'SELECT status, approved, tip, networkTransactionId FROM transactions WHERE id = ?',
      Number(session),
    )
    expect(row).toEqual({ status: 'authorized', approved: 1450, tip: 200, networkTransactionId: 'ACQ270636551' })
  })

  test('a session stored by version 1 can be voided after the deploy', async () => {
    const { terminal, paying, session } = await deployDuringPayment((ids) => ({ session: awaitingCard1(ids) }))
    expect((await terminal.void(session)).status).toBe(200)
    expect((await paying).json).toMatchObject({ responseCode: 'G15' })
  })
})

test('events stored by version 1 are written to the database once', async () => {
  const { terminal, paying, session } = await deployDuringPayment((ids) => ({
    session: awaitingCard1(ids),
    news: news1(ids),
  }))
  const { payment } = await terminal.connect()
  terminal.line.send(await terminal.card(payment!))
  await paying
  await terminal.waitForIdle()
  const steps = (await readEvents(terminal.merchant)).flatMap((event) =>
    event.type === 'terminal.session_updated' ? [event.data.terminal.session] : [],
  )
  expect(steps.filter((step) => step?.state === 'awaiting_card')).toEqual([
    { transactionId: session, state: 'awaiting_card' },
  ])
})

test('the last result stored by version 1 is sent to a device that logs in', async () => {
  const terminal = await openTerminal(worker)
  const ids = {
    transaction: 91_349_897_236_236,
    account: terminal.merchant.id,
    terminal: terminal.device.terminal,
    at: clock.now(),
  }
  await putEntries(terminal, { last: last1(ids) })
  await terminal.crash()
  expect((await terminal.connect()).result).toEqual({
    session: '91349897236236',
    state: 'completed',
    responseCode: '00',
    responseText: 'Approved',
    approved: '14.5',
  })
})

test('a payment message of version 1 starts a payment', async () => {
  const { terminal, paying, session } = await deployDuringPayment((ids) => ({ session: awaitingCard1(ids) }))
  // The new object has no session, and a caller of version 1 repeats its message.
  await runInDurableObject(terminal.object(), (_object, { storage }) => void storage.kv.delete('session'))
  await terminal.crash()
  const account = await accountOf(terminal)
  const ids = {
    transaction: Number(session),
    account: terminal.merchant.id,
    terminal: terminal.device.terminal,
    at: clock.now(),
  }
  const repeated = terminal.object().pay({ ...payMessage1(ids), account } as unknown as PaymentMessage)
  await terminal.waitForSession({ id: session })
  const { payment } = await terminal.connect()
  terminal.send('received', payment!)
  terminal.line.send(await terminal.card(payment!))
  await repeated
  expect((await paying).json).toMatchObject({ responseCode: '00', amount: 12.5 })
})

/** The account as callers read it. */
const accountOf = async ({ merchant }: OpenTerminal) => {
  const database = new Database(merchant.database, { trips: 0, databaseMs: 0 })
  return (await findKey({ database }, await hashApiKey(merchant.secretKey)))!.account
}

describe('pairing code stored by version 1', () => {
  test('a pairing code stored by version 1 registers the device that shows it', async () => {
    const terminal = await openTerminal(worker)
    const { line, code } = await requestPairingCode(worker.fetch)
    await runInDurableObject(pairingStub(code), (_pairing, { storage }) =>
      storage.kv.put('shown', shown1(Date.now() + 60_000)),
    )
    const registering = terminal.call('POST', '/v1/terminals', { body: { registrationCode: code, nickname: 'Till 2' } })
    const { reader } = await line.next('paired')
    line.send({ type: 'stored' })
    const { json } = await registering
    expect(json.terminals).toMatchObject([{ nickname: 'Till 2', make: 'Acme', model: 'One', serialNumber: 'A-1' }])
    expect(reader).toBe(`00-${json.terminals[0].id}`)
  })

  test('a used pairing code stored by version 1 returns its terminal to the request that used it', async () => {
    const object = pairingStub('ABC234')
    await runInDurableObject(object, (_pairing, { storage }) =>
      storage.kv.put('shown', used1(Date.now() + 60_000, 'the request', '00-reader')),
    )
    expect(await object.claim('the request', null)).toEqual({ reader: '00-reader', isKept: true })
    expect(await object.claim('another request', null)).toBe('invalid')
  })
})
