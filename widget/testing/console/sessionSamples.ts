import { developerOperations } from './developerSamples.ts'
import type { Session } from '../../console/api/session.ts'

/** The session of an owner. */
export const ownerSession: Session = {
  id: 's1',
  member: { id: 'm1', name: 'Robin Miller', email: 'robin@shop.test', role: 'owner', refundLimit: null },
  account: { id: 'shop', name: 'Kiln & Tide', modes: ['test', 'live'] },
  expires: '2050-01-01T00:00:00.000Z',
  confirmedUntil: null,
  operations: [
    'listTransactions',
    'getTransaction',
    'captureTransaction',
    'voidTransaction',
    'creditTransaction',
    'listDisputes',
    'listAllCustomerSubscriptions',
    'listBatches',
    'getFigures',
    ...developerOperations,
    'listCheckouts',
    'getCheckout',
    'createCheckout',
    'cancelCheckout',
    'getAccount',
  ],
}

/** A member who may do everything that a payment offers. */
export const fullSession: Session = {
  ...ownerSession,
  operations: [
    ...ownerSession.operations,
    'resolveTransaction',
    'acceptDispute',
    'getCheckout',
    'sendReceipt',
    'getCustomer',
    'listWallet',
    'listCustomerSubscriptions',
    'listBills',
    'getTerminal',
    'listEvents',
    'listAttempts',
    'replayEvent',
  ],
}
