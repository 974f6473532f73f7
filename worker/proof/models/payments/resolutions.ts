import type { ResolvedOutcome } from '#contract/transactions/attention'
import { defaultTimeLimits } from '../../../domain/timeLimits.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { noFaults } from '../kernel/faults.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { amountsOf } from './model.ts'
import { pick } from './requests.ts'
import { checkNoInternalError, resultOf } from './results.ts'
import { post, runConcurrently, snapshotAndCheck } from './run.ts'
import type { AttentionRow } from './snapshot.ts'
import type { State } from './state.ts'

/** A person who looks at the processor's ledger and decides by it. */

/** How a person decides about a payment that stands: lets it stand, or reverses it at the processor. */
export type Preference = 'stands' | 'undone'

/**
 * The truth about an operation, by the processor's ledger. What no verdict can express, such as an approval for less than was requested, the
 * person first undoes at the processor.
 */
const truthOf = (row: AttentionRow, preference: Preference, state: State): ResolvedOutcome => {
  const { ledger } = state.system
  const payment = state.payments.find(({ id }) => id === row.payment)!
  const first = payment.operations[0]!
  const { released, settled } = amountsOf(payment)
  if (row.type === 'reversal' && row.undoes === null) {
    // Releases the rest of the hold by hand.
    ledger.reverse(first.id, state.system.can.givesBackRest ? String(released) : undefined)
    return 'happened'
  }
  if (row.type === 'void' && settled > 0 && payment.operations.find(({ id }) => id === row.id)?.target === payment.id)
    return Number(ledger.find(first.id)?.released) >= released + row.amount ? 'happened' : 'did_not_happen'
  const entry = ledger.find(row.undoes ?? row.id)
  const stands = entry?.state === 'approved'
  const isWhole = entry?.approved === String(row.amount)
  if (row.type === 'reversal') {
    if (stands && isWhole && preference === 'stands') return 'did_not_happen'
    if (stands) ledger.reverse(row.undoes!)
    return 'happened'
  }
  if (stands && !isWhole) ledger.reverse(row.id)
  return stands && isWhole ? 'happened' : 'did_not_happen'
}

const send = async (
  payment: string,
  body: { readonly operation: string; readonly outcome: ResolvedOutcome },
  expected: string,
  faults: CommandFaults,
  state: State,
): Promise<void> => {
  const withNote = { ...body, note: 'Looked it up.' }
  const [response] = await runConcurrently(
    [(machine) => post(state, machine, `/v1/transactions/${payment}/resolve`, withNote)],
    faults,
    null,
    state,
  )
  checkNoInternalError(response!)
  const result = response!.kind === 'ok' ? 'ok' : resultOf(response!)
  assertInvariant(
    result === expected || (faults.machine !== null && result === 'lost'),
    'the result of a request matches its prediction',
    () => `resolve ${JSON.stringify(body)} got response ${JSON.stringify(response)}; expected ${expected}`,
  )
  assertInvariant(
    result !== 'ok' || !state.snapshot.attention.some(({ id }) => id === body.operation),
    'a verdict ends what needed attention',
    () => `${body.operation} still needs attention`,
  )
}

/** A person decides about an operation that needs attention. Without one, the request is rejected. */
export const resolve = async (
  which: number,
  preference: Preference,
  faults: CommandFaults,
  state: State,
): Promise<void> => {
  // The person looks when everything has arrived.
  await state.system.deliverLate()
  await snapshotAndCheck(state)
  const row = pick(state.snapshot.attention, which)
  if (row === undefined) {
    const payment = pick(state.payments, which)
    if (payment === undefined) return
    const operation = pick(payment.operations, which)!.id
    return send(payment.id, { operation, outcome: 'did_not_happen' }, 'attention_not_needed', faults, state)
  }
  const isClaimed = row.due !== null && isWithin(row.due - state.system.now(), defaultTimeLimits.reversalLeaseMs)
  const outcome = truthOf(row, preference, state)
  await send(row.payment, { operation: row.id, outcome }, isClaimed ? 'operation_in_progress' : 'ok', faults, state)
}

/** Whether an attempt may be running: it began less than its lease ago. */
const isWithin = (ms: number, leaseMs: number): boolean => 0 < ms && ms <= leaseMs

/** A person decides about everything that needs attention. */
export const resolveAll = async (state: State): Promise<void> => {
  for (let left = state.snapshot.attention.length; left > 0; left--) await resolve(left - 1, 'stands', noFaults, state)
}
