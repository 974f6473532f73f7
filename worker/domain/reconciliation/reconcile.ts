import type { ReconcileConnection } from '#contract/connections/reconciliation'
import { decodePosition, encodePosition } from '#contract/connections/reconciliationPosition'
import type { ReconciliationPosition } from '#contract/connections/reconciliationPosition'
import { builtInConnection } from '#contract/connections/builtInConnection'
import { apiError } from '#contract/errors/apiError'
import type { Capabilities } from '../../processors/processor.ts'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import type { Account } from '../accounts/account.ts'
import { notSupported } from '../connections/supportedRoutes.ts'
import { notFound } from '../notFound.ts'
import type { ConnectionReference } from '../transactions/callProcessor.ts'
import { absentPage } from './absent.ts'
import type { FindAbsentNeeds } from './absent.ts'
import { comparePage } from './differences.ts'
import { recordPage } from './record.ts'
import type { RecordNeeds } from './record.ts'
import { reversePage } from './reverse.ts'
import type { ReverseNeeds } from './reverse.ts'
import type { Pass, Run, Step } from './run.ts'
import { time } from './toApi.ts'

type Needs = RecordNeeds &
  ReverseNeeds &
  FindAbsentNeeds & {
    readonly account: Pick<Account, 'id' | 'mode'>
    readonly connections: Pick<ConnectionStore, 'find'>
    readonly processor: { capabilities(of: ConnectionReference): Promise<Capabilities | null> }
  }

const passes: Readonly<Record<ReconciliationPosition['pass'], Pass<Needs>>> = {
  record: recordPage,
  reverse: reversePage,
  compare: comparePage,
  absent: absentPage,
}

/**
 * Compares one page of a connection's operations with those of its processor, and repairs what can be repaired without a guess: first it
 * records, then reverses, then compares what is left, then searches what only the gateway has. Safe to repeat.
 *
 * Errors: not_found (404); query_invalid, for a cursor of another command; not_supported_by_processor (409) without a report; unavailable
 * (503) if the processor does not respond.
 */
export const reconcileConnection = async (
  id: string,
  { from, to, repair, cursor }: ReconcileConnection,
  needs: Needs,
) => {
  const can = await findCapabilities(id, needs)
  const position = cursor == null ? begin(to, can, needs) : decodePosition(cursor)
  if (position === null) throw apiError('query_invalid', { field: 'cursor' })
  const run: Run = { connection: id, can, span: { from, to: position.until }, repairs: repair === true }
  const { compared, differences, repairs, next }: Step =
    from < position.until ? await passes[position.pass](position, run, needs) : empty
  return {
    reconciliation: {
      from: time(from),
      to: time(position.until),
      compared,
      differences: [...differences],
      repairs: [...repairs],
      cursor: next === null ? null : encodePosition(next),
    },
    errors: null,
  }
}

const empty: Step = { compared: 0, differences: [], repairs: [], next: null }

const findCapabilities = async (id: string, { account, connections, processor }: Needs): Promise<Capabilities> => {
  if (id === builtInConnection && account.mode === 'test') throw notSupported(id, 'report')
  if ((await connections.find(id)) === null) throw notFound('connection')
  const can = await processor.capabilities({ account: account.id, connection: id })
  if (can === null) throw apiError('unavailable')
  return can
}

/** Later operations than the processor can show are compared another time. */
const begin = (to: number, { visibleAfterMs }: Capabilities, { clock }: Needs): ReconciliationPosition => ({
  pass: 'record',
  until: Math.max(0, Math.min(to, clock.now() - visibleAfterMs)),
  page: null,
  skip: 0,
  settled: [],
  after: 0,
  unseen: [],
  alone: false,
  around: null,
})
