import type { Endpoint } from './endpoint.ts'
import { parseKeepingNumbers } from './schema/rawJson.ts'
import { defaultPolicies, parseBody } from './schema/requestBody.ts'
import type { ErrorDetail } from './errors/apiError.ts'

/** JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>

export const card = { accountNumber: '4242424242424242', expires: '1230' }
const identifier = '019a9f3c-5b7e-7c41'

/** A minimal body of each payment source. */
export const sourceBodies: Readonly<Record<string, unknown>> = {
  token: identifier,
  stored: { customer: identifier },
  terminal: { id: identifier },
  creditCard: card,
  check: { accountNumber: '1234567', routingNumber: '021000021' },
  cash: true,
  creditCardEncrypted: 'e30.e30.e30.e30.e30',
  digitalPayPayment: { signature: 'x', protocolVersion: 'ECv1', signedMessage: '{}' },
}

const price = { total: 10, items: [{ name: 'Cup', price: 10 }] }

/** A minimal valid body of each operation with a body. */
export const validBodies: Readonly<Record<string, Body>> = {
  authorizeTransaction: { payment: { creditCard: card }, amount: { value: 10.5 } },
  saleTransaction: { payment: { creditCard: card }, amount: { value: 10.5 } },
  captureTransaction: { transactionId: '91234567890123' },
  voidTransaction: { transactionId: '91234567890123' },
  creditTransaction: { payment: { creditCard: card }, amount: { value: 10.5 } },
  resolveTransaction: { operation: '91234567890123', outcome: 'happened', note: 'Found in the report' },
  recordDispute: { transactionId: '91234567890123', caseId: 'CB-1', stage: 'open' },
  createToken: { creditCard: card },
  createCustomer: {},
  addWalletEntry: { token: identifier },
  updateCustomer: {},
  updateWalletEntry: {},
  createSubscription: { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } },
  createCustomerSubscription: { plan: identifier },
  updateCustomerSubscription: { amount: { total: 10 } },
  createTerminal: { registrationCode: 'SIM001', nickname: 'Till 1' },
  simulateTerminal: { action: 'present' },
  createCheckout: price,
  sendReceipt: {},
  createWebhook: { url: 'https://shop.example/hook', enabled: true, subscribedEvents: null },
  updateWebhook: {},
  replayWebhook: { since: '2026-11-20T12:00:00Z' },
  replayEvent: {},
  updateAccount: {},
  createConnection: { processor: 'simulator', label: 'Shop' },
  updateConnection: {},
  reconcileConnection: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
  issueApiKey: { kind: 'secret' },
  rotateApiKey: {},
  updateMember: {},
  inviteMember: { email: 'ann@shop.example', role: 'viewer' },
  createView: { list: 'payments', name: 'Large', query: 'search=amount%3A%3E100' },
  updateView: {},
  setTestClock: { now: '2026-11-20T12:00:00Z' },
  advanceTestClock: { seconds: 60 },
}

/** Splits a path: `order.lines[0].tax` is order, lines, 0, tax. */
const steps = (path: string): (string | number)[] =>
  path.split(/[.[]/).map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step))

const withStep = (body: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown => {
  if (step === undefined) return value
  if (typeof step === 'number') return [withStep(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const object = typeof body === 'object' && body !== null ? (body as Body) : {}
  const { [step]: previous, ...others } = object
  const changed = withStep(previous, rest, value)
  return changed === undefined ? others : { ...others, [step]: changed }
}

/** Replaces the payment source by the one in the path: in `payment` for authorize, in the body itself for tokens. */
const withSource = (body: Body, path: string): Body => {
  const [first = '', second = ''] = path.split('.')
  if (first === 'payment' && Object.hasOwn(sourceBodies, second))
    return { ...body, payment: { [second]: sourceBodies[second] } }
  if ('creditCard' in body && Object.hasOwn(sourceBodies, first)) return { [first]: sourceBodies[first] }
  return body
}

/** A valid body with one changed member; `undefined` removes the member. @param body instead of the operation's minimal one */
export const bodyWith = (
  operation: string,
  path: string,
  value: unknown,
  body: Body = validBodies[operation] ?? {},
): Body => withStep(withSource(body, path), steps(path), value) as Body

/** Serializes JSON, with a bigint as a number with all digits. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner))

/** The errors that the API returns for a body. */
export const errorsIn = (endpoint: Endpoint, text: string): readonly ErrorDetail[] => {
  const body = endpoint.body
  if (body === undefined) throw new Error(`${endpoint.name} has no body`)
  const parsed = parseBody(body, parseKeepingNumbers(text), defaultPolicies)
  return parsed.valid ? [] : parsed.errors
}

export const errorAt = (faults: readonly ErrorDetail[], path: string): ErrorDetail | undefined =>
  faults.find(({ field }) => field === path)
