import { noTrouble } from '../kernel/faults.ts'
import { holds } from '../kernel/model.ts'
import type { Model } from '../kernel/model.ts'
import { askAlone, claimedBy, commands, look, repeat, sweepNow } from './commands.ts'
import type { State } from './commands.ts'
import { checkEnd } from './invariants.ts'
import { stateOf } from './model.ts'
import { firstAsking } from './requests.ts'
import type { Asking } from './requests.ts'
import { emptySnapshot } from './snapshot.ts'

const minute = 60_000
const day = 24 * 60 * minute
const mostRounds = 60

/** Recovers: pending operations are decided within hours, keys then return what became of them, and holds expire within days. */
const end = async (state: State): Promise<void> => {
  const { system, payments, sent } = state
  await system.deliverLate()
  await look(state)
  const sweepWhile = async (isOpen: () => boolean, ms: number): Promise<void> => {
    for (let round = 0; isOpen() && round < mostRounds; round++) await sweepNow(ms, state)
  }
  const isDue = () => state.snapshot.due > 0
  await sweepWhile(
    () => isDue() || payments.some(({ operations }) => operations.some(({ status }) => status === 'pending')),
    61 * minute,
  )
  const alive = sent.filter((one) => one.sending.key !== null && claimedBy(one, state) !== null)
  for (const one of alive) await repeat(one, noTrouble, state)
  const isHeld = () => payments.some((payment) => ['authorized', 'partially_captured'].includes(stateOf(payment)))
  await sweepWhile(() => isDue() || isHeld(), 8 * day)
  holds(!isDue(), 'everything is decided in the end', () => `${state.snapshot.due} operations are due`)
  checkEnd(payments, state.snapshot, system.accounts[0].id, system.ledger)
}

/** Payments of an account, with faults inside the requests: both ledgers agree, and each key has one effect. */
export const payments: Model<Asking, State> = {
  name: 'payments',
  start: firstAsking,
  commands,
  maxCommands: 30,
  mutantHistories: 5000,
  begin: async (asking, system) => {
    const state: State = { system, payments: [], sent: [], snapshot: emptySnapshot }
    await askAlone(asking, noTrouble, state)
    return state
  },
  end,
}
