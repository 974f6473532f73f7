import type { DeviceResult } from '#contract/terminals/device'
import { responseText } from '#contract/transactions/responseCodes'
import { decimalText, moneyOf } from '../../domain/money.ts'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import { unknownOutcome } from '../../domain/transactions/verdict.ts'
import type { AccountServices } from '../../app/compose.ts'
import type { Session } from './session.ts'

type FinalState = DeviceResult['state']

/** The device's result for an outcome that was recorded as decided. */
export const toResult = ({ id, state }: Session, { verdict: { responseCode, approved } }: Decision): DeviceResult => ({
  session: id,
  state: state as FinalState,
  responseCode,
  responseText: responseText(responseCode),
  approved: approved === null ? null : decimalText(approved),
})

/** The device's result for an outcome that an earlier write or the sweep had recorded differently. One round trip. */
export const recordedResult = async (
  { id, opened, state }: Session,
  { transactions }: AccountServices,
): Promise<DeviceResult> => {
  const found = await transactions.find(opened.id)
  const first = found?.operations[0]
  const isApproved = first !== undefined && ['approved', 'voided', 'settled', 'returned'].includes(first.status)
  const responseCode = first?.responseCode ?? unknownOutcome.responseCode
  return {
    session: id,
    state: isApproved
      ? 'completed'
      : state === 'completed' || first?.status !== 'declined'
        ? 'failed'
        : (state as FinalState),
    responseCode,
    responseText: responseText(responseCode),
    approved: isApproved ? decimalText(moneyOf(first.amount, opened.amount.currency)) : null,
  }
}
