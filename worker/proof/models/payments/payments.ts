import { noFaults } from '../kernel/faults.ts'
import { assertInvariant } from '../kernel/model.ts'
import type { Model } from '../kernel/model.ts'
import { sendAlone, operationOfKey, commands, snapshotAndCheck, repeat, sweepNow } from './commands.ts'
import type { State } from './commands.ts'
import { checkEnd } from './invariants.ts'
import { stateOf } from './model.ts'
import { firstRequest } from './requests.ts'
import type { DrawnRequest } from './requests.ts'
import { emptySnapshot } from './snapshot.ts'

const minute = 60_000
const day = 24 * 60 * minute
const maxSweeps = 60

/** Recovers: pending operations get an outcome within hours, their keys return it, and holds expire within days. */
const end = async (state: State): Promise<void> => {
  const { system, payments, sent } = state
  await system.deliverLate()
  await snapshotAndCheck(state)
  const sweepWhile = async (condition: () => boolean, ms: number): Promise<void> => {
    for (let round = 0; condition() && round < maxSweeps; round++) await sweepNow(ms, state)
  }
  const isDue = () => state.snapshot.due > 0
  await sweepWhile(
    () => isDue() || payments.some(({ operations }) => operations.some(({ status }) => status === 'pending')),
    61 * minute,
  )
  const withValidKey = sent.filter((request) => request.http.key !== null && operationOfKey(request, state) !== null)
  for (const request of withValidKey) await repeat(request, noFaults, state)
  const isHeld = () => payments.some((payment) => ['authorized', 'partially_captured'].includes(stateOf(payment)))
  await sweepWhile(() => isDue() || isHeld(), 8 * day)
  assertInvariant(!isDue(), 'nothing is pending after recovery', () => `${state.snapshot.due} operations are due`)
  checkEnd(payments, state.snapshot, system.accounts[0].id, system.ledger)
}

/** Payments of an account with faults: both ledgers agree, and each idempotency key has one effect. */
export const payments: Model<DrawnRequest, State> = {
  name: 'payments',
  start: firstRequest,
  commands,
  maxCommands: 30,
  mutantHistories: 5000,
  begin: async (first, system) => {
    const state: State = { system, payments: [], sent: [], snapshot: emptySnapshot }
    await sendAlone(first, noFaults, state)
    return state
  },
  end,
}
