import { expect, test } from 'vitest'
import { accountLedger } from './accountLedger.ts'
import type { FaultTarget } from './faultPlan.ts'
import { openNmi } from './nmi.fixture.ts'
import type { NmiOptions } from './nmi.ts'
import { reversal } from './operationMarks.ts'

const setUp = (options: NmiOptions = {}) => {
  const nmi = openNmi(options)
  return { ...nmi, ledger: accountLedger(nmi, { account: 'shop', securityKey: 'sandbox-key' }) }
}

test('an account’s ledger has an entry for each marked operation', async () => {
  const { authorize, transact, ledger } = setUp()
  const { transactionid } = await authorize({ orderid: 'op-1', ipaddress: 'op-1' })
  await transact({ type: 'capture', transactionid: transactionid!, amount: '6.00', ipaddress: 'op-2' })
  expect(ledger.entries()).toMatchObject([
    { op: 'op-1', type: 'authorize', account: 'shop', state: 'approved', approved: '1000', effects: 1, requests: 1 },
    { op: 'op-2', type: 'capture', account: 'shop', state: 'approved', approved: '600', effects: 1, requests: 1 },
  ])
  expect(ledger.totals('shop', 840)).toMatchObject({ authorized: 1000n, captured: 600n })
})

test('a reversal has no entry, and its payment is reversed', async () => {
  const { authorize, transact, ledger } = setUp()
  const { transactionid } = await authorize({ orderid: 'op-1', ipaddress: 'op-1' })
  await transact({ type: 'void', transactionid: transactionid!, ipaddress: reversal })
  expect(ledger.entries()).toMatchObject([{ op: 'op-1', state: 'reversed' }])
})

test('an operation that was sent twice has two effects', async () => {
  const { sale, ledger } = setUp()
  await sale({ orderid: 'op-1', ipaddress: 'op-1' })
  await sale({ orderid: 'op-1', ipaddress: 'op-1' })
  expect(ledger.find('op-1')).toMatchObject({ effects: 2, requests: 2 })
})

test('a person reverses a payment by hand', async () => {
  const { sale, ledger } = setUp()
  await sale({ orderid: 'op-1', ipaddress: 'op-1' })
  expect(ledger.reverse('op-1')).toBe('done')
  await expect.poll(() => ledger.find('op-1')?.state).toBe('reversed')
  expect(ledger.reverse('op-2')).toBe('notFound')
})

test('onRequest is called before the stand-in records a request, and onEffect before it responds', async () => {
  const seen: [string, FaultTarget['ipAddress'], boolean][] = []
  const look = (moment: string) => (request: FaultTarget) => {
    seen.push([moment, request.ipAddress, ledger.find('op-1') !== undefined])
  }
  const { sale, ledger } = setUp({ onRequest: look('request'), onEffect: look('effect') })
  await sale({ orderid: 'op-1', ipaddress: 'op-1' })
  expect(seen).toEqual([
    ['request', 'op-1', false],
    ['effect', 'op-1', true],
  ])
})
