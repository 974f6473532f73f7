import { describe, expect, test } from 'vitest'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { money } from '../../domain/money.ts'
import type { PendingTransaction } from '../../domain/transactions/initiate/createPending.ts'
import { decidedLocally } from '../../domain/transactions/initiate/decide.ts'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import { declinedByGateway, unknownOutcome } from '../../domain/transactions/verdict.ts'
import { newSession } from '../session/session.ts'
import { decodePairingCode, encodePairingCode } from './storedPairingCode.ts'
import { decodeSession, encodeSession } from './storedSession.ts'
import type { StoredSession1 } from './storedSession.ts'

const pending: PendingTransaction = {
  id: 92_000_000_000_001,
  type: 'payment',
  options: { capture: 'now', allowPartial: true, bill: null, checkout: null },
  ref: { connection: 'c', account: 'a', op: '92000000000001', root: '92000000000001', created: 1, raw: '1' },
  amount: money('14.50', 840),
  tip: 200n,
  reader: 'till-1',
  address: { postal: '10001', line1: '1 Main St', country: 'US' },
  columns: {
    method: 'terminal',
    cardId: null,
    sealedPan: null,
    wrappedPanKey: null,
    network: 'visa',
    last4: '4242',
    digits: 16,
    expiry: '1230',
    fingerprint: null,
    cardRange: null,
    source: null,
    customer: 'customer',
    wallet: null,
    preferredNetwork: 'cartes_bancaires',
    sealedCvv: null,
    networkTransactionId: 'N1',
    initialReferences: null,
    address: null,
    terminal: {
      id: 'terminal',
      nickname: 'Till 1',
      make: 'Acme',
      model: 'One',
      serialNumber: 'A-1',
      deviceId: 'ABCD1234',
      configuration: { promptTip: true },
      simulated: null,
      created: 1,
    },
  },
  credential: {
    initiatedBy: 'customer',
    initial: 'subsequent',
    reason: 'installment',
    installment: 2,
    initialTransactionId: '92000000000000',
    networkTransactionId: 'N0',
  },
  duplicateOf: 92_000_000_000_000,
  velocityCheck: null,
}

const { ref, amount } = pending
const approved = {
  transaction: 'authorized',
  operation: 'approved',
  responseCode: '10',
  approved: amount,
  reverse: false,
} as const

const decisions: Readonly<Record<string, Decision>> = {
  'an approval with all optional members': {
    verdict: approved,
    outcome: {
      result: 'approved',
      ref,
      approved: amount,
      tip: money('2', 840),
      code: '10',
      authCode: '1',
      networkTransactionId: 'N',
      expiresAt: 5,
      avs: 'Y',
      cvv: 'M',
    },
    latency: 7,
  },
  'an approval without optional members': {
    verdict: { ...approved, responseCode: '00' },
    outcome: { result: 'approved', ref, approved: amount, code: '00' },
    latency: 0,
  },
  'a decline': {
    verdict: declinedByGateway('51'),
    outcome: { result: 'declined', ref, code: '51', avs: 'N' },
    latency: 9,
  },
  'a decline by a gateway rule': { ...decidedLocally(declinedByGateway('G01', { transactionId: '1' })) },
  'a pending outcome': { verdict: unknownOutcome, outcome: { result: 'pending', ref, pollAfterMs: 3 }, latency: 1 },
  'an unknown outcome': { verdict: unknownOutcome, outcome: { result: 'unknown', ref, reason: 'timeout' }, latency: 1 },
  'a request that was not sent': {
    verdict: { ...declinedByGateway('92'), transaction: 'failed', operation: 'failed' },
    outcome: { result: 'notSent', ref, reason: 'link_down' },
    latency: 2,
  },
}

describe('storedSession', () => {
  test('a stored session keeps every member of its payment', () => {
    const session = {
      ...newSession(pending, { ...noPrompts, tipAmounts: ['1', '2', '3'] }, 10),
      state: 'awaiting_card' as const,
      receivedAt: 20,
      presentedAt: 30,
    }
    expect(decodeSession(encodeSession(session))).toEqual(session)
  })

  test.each(Object.entries(decisions))('a stored session keeps every member of %s', (_name, decision) => {
    const session = { ...newSession(pending, noPrompts, 10), state: 'completed' as const, decision }
    expect(decodeSession(encodeSession(session))).toEqual(session)
  })

  test('a stored session contains no sealed card', () => {
    const columns = {
      ...pending.columns,
      cardId: 'the id',
      sealedPan: 'the card',
      wrappedPanKey: 'its key',
      fingerprint: 'its fingerprint',
    }
    const stored = encodeSession(newSession({ ...pending, columns }, noPrompts, 10))
    expect(Object.keys(stored.opened.columns)).not.toEqual(expect.arrayContaining(['sealedPan']))
    expect(Object.values(stored.opened.columns)).not.toEqual(expect.arrayContaining(['the card']))
    expect(decodeSession(stored).opened.columns.sealedPan).toBeNull()
  })

  test('a stored session of a later version throws', () => {
    const stored = { ...encodeSession(newSession(pending, noPrompts, 10)), version: 3 }
    expect(() => decodeSession(stored as unknown as StoredSession1)).toThrow('Unsupported version')
  })
})

test('a stored pairing code keeps every member', () => {
  const device = { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: 'ABCD1234' }
  const code = { state: 'used', until: 5, device, claimedUntil: 4, holder: 'h', handedOver: null, refused: 0 } as const
  for (const stored of [
    code,
    { ...code, device: null, holder: null },
    { ...code, refused: 2 },
    { ...code, handedOver: { reader: '00-r', isKept: null } },
    { ...code, handedOver: { reader: '00-r', isKept: false } },
  ])
    expect(decodePairingCode(encodePairingCode(stored))).toEqual(stored)
})
