import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../../widget/encrypt/testWalletPayload.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import { createIds } from '../../../domain/ids.ts'
import { acmeRegistry, acmeSettings } from '../../../testing/doubles/acmeProcessor.ts'
import { bindings } from '../../../testing/bindings.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { card, createMerchant, gatewayOrigin, startWorker, testClock, tokenPayment } from '../../../testing/merchant.ts'
import type { Merchant } from '../../../testing/merchant.ts'
import { bank, credential, limits, luhnInvalid, numbers, shortTimeouts, silent, ssn } from './secretMarkers.ts'
import { logs, merchants, responses } from './collectedOutput.ts'
import { payWithAllCardsAtTerminal } from './payAtTerminal.ts'

/** Uses all cards in all requests, with one CVV. */
export const useAllCards = async (cvv: string): Promise<Merchant> => {
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
