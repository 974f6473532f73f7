import type { Capabilities } from '../../../processors/processor.ts'
import type { Fault } from '../../acquirer/faultPlan.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Operation, Payment, Prediction } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { State } from './state.ts'

/** The results of requests: what the client receives, and what it may receive. */

/** A response as the client receives it. */
export type ClientResponse =
  | {
      readonly kind: 'ok'
      readonly id: string
      readonly code: string
      /** In major units. */
      readonly amount: number
      readonly text: string
    }
  | {
      readonly kind: 'error'
      readonly type: string
      /** Of processor_timeout: the operation whose outcome is unknown. */
      readonly id: string | null
      readonly text: string
    }
  /** 503, or no response. */
  | { readonly kind: 'lost' }

/** The result of a request: a response code, an error type, or `lost`. */
export type ResponseResult = string

const unknown = 'unknown'

/** The processor's response code under a fault, to a request that it would approve. */
const outcomeUnder = (
  fault: Fault | null,
  type: Operation['type'],
  { partialApproval }: Capabilities,
): ResponseResult => {
  switch (fault?.kind) {
    case undefined:
    case 'double':
      return '00'
    case 'decline':
      return fault.code
    case 'partial':
      if (type === 'authorize') return partialApproval ? '10' : '51'
      return type === 'void' ? '12' : '10'
    case 'busy':
      return '92'
    default:
      return unknown
  }
}

/** An authorize with an unknown outcome is reversed and returns a code; other operations return an error. */
export const resultOfUnknown = (verb: SentRequest['http']['verb']): ResponseResult =>
  verb === 'authorize' || verb === 'sale' ? '68' : 'processor_timeout'

/** The processor has accepted it and decides later. */
export const acceptedCode = '09'

/** A person found the payment at a processor that needs its own reference for a reversal, which no response has brought. */
const lacksReference = ({ id }: Payment, { system: { can }, attended }: State): boolean =>
  can.reverses === 'byTheirs' && [...attended.values()].includes(id)

/** Possible results of a request without concurrent requests, on a machine without faults. */
export const expectedResults = (
  sent: SentRequest,
  prediction: Prediction,
  { processor, reversal }: CommandFaults,
  state: State,
): readonly ResponseResult[] => {
  if (!prediction.accepted) return prediction.errors
  const { verb } = sent.http
  const payment = state.payments.find(({ id }) => id === sent.payment)
  if (verb === 'void' && sent.target === payment?.id && payment.operations.some(({ status }) => status === 'settled'))
    // After settlement, a void only releases the uncaptured amount.
    return payment.kind === 'unreferencedCredit'
      ? []
      : [reversal === null && !lacksReference(payment, state) ? '00' : resultOfUnknown(verb)]
  const { can } = state.system
  const outcome = outcomeUnder(processor[0]?.fault ?? null, sent.type, can)
  const rejections =
    verb === 'void' && payment !== undefined && hasLedgerSettledFirst(payment, state)
      ? [state.system.settledVoidCode]
      : []
  // NMI checks a request before it passes it to the bank, whose response may be unclear.
  if (outcome === unknown) return [resultOfUnknown(verb), ...(processor[0]?.fault.kind === 'unclear' ? rejections : [])]
  if (can.answersLater && outcome !== '92' && (sent.type === 'capture' || sent.type === 'credit')) return [acceptedCode]
  return [outcome, ...rejections]
}

/** The processor has settled a batch that the gateway has not: it may reject a void that the gateway accepts. */
const hasLedgerSettledFirst = ({ operations }: Payment, { system }: State): boolean =>
  operations.some(({ id, status }) => status !== 'settled' && system.ledger.find(id)?.settled === true) ||
  system.ledger.find(operations[0]!.id)?.settled === true

export const resultOf = (response: ClientResponse): ResponseResult => {
  if (response.kind === 'lost') return 'lost'
  return response.kind === 'ok' ? response.code : response.type
}

export const checkPredicted = (
  sent: SentRequest,
  response: ClientResponse,
  expected: readonly ResponseResult[],
  faults: CommandFaults,
  state: State,
): void => {
  const result = resultOf(response)
  const detail = () => `${JSON.stringify(sent)} got response ${JSON.stringify(response)}; expected ${expected}`
  checkNoInternalError(response)
  assertInvariant(
    expected.includes(result) || (faults.machine !== null && result === 'lost'),
    ['12', '13', '25', '94'].includes(result)
      ? 'the gateway rejects an invalid request before the processor does'
      : 'the result of a request matches its prediction',
    detail,
  )
  checkStored(sent, response, state)
}

export const checkNoInternalError = (response: ClientResponse): void =>
  assertInvariant(
    response.kind !== 'error' || response.type !== 'internal_error',
    'no request fails with an internal error',
    () => JSON.stringify(response),
  )

/** Checks a response to one of several concurrent requests: any order is allowed, but not every result. */
export const checkPlausible = (
  sent: SentRequest,
  response: ClientResponse,
  { processor, machine }: CommandFaults,
  state: State,
): void => {
  checkNoInternalError(response)
  const result = resultOf(response)
  const isVoidRejection =
    sent.type === 'void' &&
    (result === state.system.settledVoidCode || (result === '12' && processor[0]?.fault.kind === 'partial'))
  assertInvariant(
    !['12', '13', '25', '94'].includes(result) || isVoidRejection,
    'the gateway rejects an invalid request before the processor does',
    () => `${JSON.stringify(sent)} got response ${JSON.stringify(response)}`,
  )
  assertInvariant(
    result !== 'lost' || machine !== null,
    'no request fails with an internal error',
    () => `${JSON.stringify(sent)} got no response`,
  )
  checkStored(sent, response, state)
}

const findOperation = (id: string | null, { payments }: State): Operation | undefined =>
  payments.flatMap(({ operations }) => operations).find((operation) => operation.id === id)

/** By response code, the possible statuses of the operation. Later operations may have changed it already. */
const statusesAfter: Readonly<Record<string, readonly string[]>> = {
  '00': ['approved', 'voided', 'settled'],
  '10': ['approved', 'voided', 'settled'],
  '68': ['pending', 'reversed'],
  // Reversed: a sweep that has taken a credit for abandoned, hours into its request.
  [acceptedCode]: ['pending', 'approved', 'voided', 'settled', 'declined', 'reversed'],
  '92': ['failed'],
}

/** Checks that the stored operation matches the response. */
const checkStored = (sent: SentRequest, response: ClientResponse, state: State): void => {
  const detail = () =>
    `${JSON.stringify(response)} to ${JSON.stringify(sent)}; stored: ${JSON.stringify(state.snapshot.payments)}`
  const id = response.kind === 'lost' ? null : response.id
  if (response.kind === 'lost' || id === null) return
  const operation = findOperation(id, state)
  assertInvariant(operation?.tag === sent.tag, 'the stored operation matches its response', detail)
  if (response.kind === 'error') return
  const allowed = statusesAfter[response.code] ?? ['declined']
  assertInvariant(allowed.includes(operation!.status), 'the stored operation matches its response', detail)
  // Its outcome may have come meanwhile.
  if (response.code === acceptedCode && operation!.status !== 'pending') return
  const stored = state.snapshot.payments
    .flatMap(({ operations }) => operations)
    .find(({ transactionId }) => transactionId === id)
  assertInvariant(
    stored?.amount === response.amount || response.code === '68',
    'the stored operation matches its response',
    detail,
  )
  assertInvariant(stored?.responseCode === response.code, 'the stored operation matches its response', detail)
}
