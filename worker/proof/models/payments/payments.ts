import * as fc from 'fast-check'
import { capabilitySets, keepsReferenceOf } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { asNmiFault } from '../../nmi/acquirerFaults.ts'
import { nmiAsAcquirer } from '../../nmi/asAcquirer.ts'
import { noFaults, unclearResponses } from '../kernel/faults.ts'
import { connectAcquirer } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Model } from '../kernel/model.ts'
import { isLeftAlone } from './attention.ts'
import { commandsWith, repeat, sendAlone } from './commands.ts'
import { checkEnd, leftUnsettled } from './invariants.ts'
import { operationOfKey } from './keys.ts'
import { stateOf } from './model.ts'
import { firstRequest, toSupported } from './requests.ts'
import type { DrawnRequest } from './requests.ts'
import { resolveAll } from './resolutions.ts'
import { deliverLate, sweepNow } from './run.ts'
import { emptySnapshot } from './snapshot.ts'
import type { State } from './state.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const maxSweeps = 60

/**
 * Recovers: pending operations get an outcome within hours or need a person, who decides by the processor's ledger. Their keys return the
 * outcome, and holds expire within days.
 */
const end = async (state: State): Promise<void> => {
  const { payments, sent } = state
  await deliverLate(state)
  const sweepWhile = async (condition: () => boolean, ms: number): Promise<void> => {
    for (let round = 0; condition() && round < maxSweeps; round++) {
      await sweepNow(ms, state)
      await resolveAll(state)
    }
  }
  const isDue = () => state.snapshot.due > 0
  await sweepWhile(() => isDue() || payments.some((payment) => isLeftAlone(payment, state)), 61 * minute)
  const withValidKey = sent.filter((request) => request.http.key !== null && operationOfKey(request, state) !== null)
  for (const request of withValidKey) await repeat(request, noFaults, state)
  const isHeld = () => payments.some((payment) => ['authorized', 'partially_captured'].includes(stateOf(payment)))
  await sweepWhile(() => isDue() || isHeld(), 8 * day)
  assertInvariant(!isDue(), 'nothing is pending after recovery', () => `${state.snapshot.due} operations are due`)
  await sweepWhile(() => leftUnsettled(state).length > 0, 6 * hour)
  const left = leftUnsettled(state)
  assertInvariant(left.length === 0, 'what the processor has settled is settled', () => JSON.stringify(left))
  checkEnd(state)
}

/** The first request of a history, and the processor. */
interface Start {
  readonly set: CapabilitySetName
  /** How late a processor shows what it has done, if it does so late. */
  readonly visibleAfterMinutes: number
  /** How long outcomes are pending, if they come later. */
  readonly outcomeAfterMinutes: number
  readonly first: DrawnRequest
}

const capabilitiesOf = ({ set, visibleAfterMinutes }: Start): Capabilities => {
  const can: Capabilities = capabilitySets[set]
  return can.visibleAfterMs === 0 ? can : { ...can, visibleAfterMs: visibleAfterMinutes * minute }
}

export const capabilitySetNames = Object.keys(capabilitySets) as CapabilitySetName[]

/** The model with these sets of capabilities. Each is as frequent as the others. */
export const paymentsWith = (sets: readonly CapabilitySetName[]): Model<Start, State> => ({
  name: sets.length === 1 ? `payments (${sets[0]})` : 'payments',
  start: fc.record({
    set: fc.constantFrom(...sets),
    visibleAfterMinutes: fc.constantFrom(1, 4, 10),
    outcomeAfterMinutes: fc.constantFrom(1, 30, 26 * 60),
    first: firstRequest,
  }),
  commands: commandsWith(),
  maxCommands: 30,
  mutantHistories: 5000,
  system: (start) => ({
    can: capabilitiesOf(start),
    outcomeAfterMs: start.outcomeAfterMinutes * minute,
    keepsReferenceOf: keepsReferenceOf(start.set),
  }),
  begin: async ({ first }, system) => {
    const state: State = { system, payments: [], sent: [], attended: new Map(), snapshot: emptySnapshot }
    if (system.can.settles === 'byReport') await connectAcquirer(system)
    await sendAlone(toSupported(first, system.can), noFaults, state)
    return state
  },
  end,
})

/** Payments of an account with faults, at every kind of processor: both ledgers agree, and each idempotency key has one effect. */
export const payments = paymentsWith(capabilitySetNames)

/** The currencies of the model. */
const drawnCurrencies = [840, 392, 414]

/** The same model with the connector to NMI and the stand-in for NMI as its other side. */
export const paymentsAtNmi: Model<Start, State> = {
  ...paymentsWith(['nmiLike']),
  name: 'payments (NMI)',
  commands: commandsWith(unclearResponses),
  system: ({ visibleAfterMinutes }) => ({
    toFault: asNmiFault,
    settledVoidCode: '12',
    createOtherSide: (time) =>
      nmiAsAcquirer({ ...time, visibleAfterMs: visibleAfterMinutes * minute, currencies: drawnCurrencies }),
  }),
}
