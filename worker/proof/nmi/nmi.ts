import { wait, type Wait } from '../../processors/wait.ts'
import { createAccounts } from './accounts.ts'
import { createNmiClock } from './clock.ts'
import { createControl } from './control.ts'
import { createNmiFaultPlan, type FaultTarget, type NmiFault, type NmiFaultPlan, requestTypes } from './faultPlan.ts'
import { applyFault, forcedResult, type NmiResult, replaceResponse } from './faults.ts'
import { createNmiLedger } from './ledger.ts'
import type { Rules } from './operation.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { query } from './query.ts'
import { errorXml, toXml } from './queryXml.ts'
import { Rejection } from './rejection.ts'
import { toForm } from './response.ts'
import { createSettlement } from './settlement.ts'
import { transact, typeOf } from './transact.ts'

export interface NmiOptions extends Partial<Rules> {
  /** Time between two settlements. Default: a day, so they are at 00:00 UTC. */
  readonly settleEveryMs?: number
  /** How long query.php does not show an action. Default: 0. */
  readonly visibleAfterMs?: number
  /** The clock that its own follows, in milliseconds since 1970. */
  readonly now?: () => number
  /** Waits for the faults `delay` and `late`. */
  readonly wait?: Wait
  /** The transaction id before the first one. By default above those of earlier runs, which clients may still know. */
  readonly lastId?: number
  /** Default: none, until it is given orders. */
  readonly faults?: NmiFaultPlan
  /** Called before the effect of a request of transact.php. The request waits for it. */
  readonly onRequest?: (request: FaultTarget) => void | Promise<void>
  /** Called after that effect, before the response, which waits for it. */
  readonly onEffect?: (request: FaultTarget) => void | Promise<void>
  /** Receives a line for each request, without values that it sent. */
  readonly log?: (line: string) => void
}

export type Nmi = ReturnType<typeof createNmi>

/** NMI's gateway API without a transport: accounts, transactions, clock and faults in memory. */
export const createNmi = (options: NmiOptions = {}) => {
  const { visibleAfterMs = 0, duplicateSeconds = 0, refunds = 'always', log = () => {} } = options
  const clock = createNmiClock(options.now ?? Date.now)
  const faults = options.faults ?? createNmiFaultPlan()
  const accounts = createAccounts()
  const settlement = createSettlement(options)
  /** The time, up to which everything due has settled. */
  const now = (): number => {
    settlement.pass(clock.now())
    return clock.now()
  }
  const ledger = createNmiLedger(accounts, now)
  const control = createControl({ faults, clock, ledger })
  let lastId = options.lastId ?? Math.floor(clock.now() / 10)
  let lastReference = 3_160_000_000

  const findOrderId = (parameters: Parameters): string =>
    accounts.authenticate(parameters)?.transactions.get(parameters('transactionid'))?.orderId ?? ''

  const handleTransact = (parameters: Parameters): Promise<NmiResult> => {
    const on = typeOf({ parameters })
    const orderIds = [parameters('orderid'), findOrderId(parameters)]
    const [transactionId, ipAddress] = [parameters('transactionid'), parameters('ipaddress')]
    const target: FaultTarget = { on, orderIds, transactionId, ipAddress }
    const fault = faults.take(target)
    const effect = async () => {
      await options.onRequest?.(target)
      const response = transact({
        accounts,
        parameters,
        settlement,
        now: now(),
        rules: { duplicateSeconds, refunds },
        visibleAfterMs: (fault?.kind === 'dropAfter' ? fault.visibleAfterMs : undefined) ?? visibleAfterMs,
        forced: forcedResult(fault),
        nextId: () => String(++lastId),
        nextReference: () => String(++lastReference),
      })
      // An unknown type can be any text.
      const type = requestTypes.find((known) => known === on) ?? 'unknown'
      log(`transact.php ${type} ${response.result.code} ${response.transactionid ?? ''}${faultNote(fault)}`)
      await options.onEffect?.(target)
      return {
        status: 200,
        contentType: 'text/html; charset=UTF-8',
        text: toForm(replaceResponse(fault, response), parameters('type')),
      }
    }
    return applyFault(fault, effect, options.wait ?? wait)
  }

  const handleQuery = (parameters: Parameters): Promise<NmiResult> => {
    const fault = faults.take({
      on: 'query',
      orderIds: [parameters('order_id')],
      transactionId: parameters('transaction_id'),
      ipAddress: parameters('ipaddress'),
    })
    const effect = () => {
      const text = queryText(parameters, fault)
      log(`query.php${faultNote(fault)}`)
      return { status: 200, contentType: 'text/xml; charset=UTF-8', text }
    }
    return applyFault(fault, effect, options.wait ?? wait)
  }

  const queryText = (parameters: Parameters, fault: NmiFault | undefined): string => {
    const forced = forcedResult(fault)
    if (forced !== undefined) return errorXml(forced.text)
    try {
      return toXml(query(accounts, parameters, now()))
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return errorXml(error.message)
    }
  }

  const apis: Readonly<Record<string, (parameters: Parameters) => Promise<NmiResult>>> = {
    '/api/transact.php': handleTransact,
    '/api/query.php': handleQuery,
  }

  return {
    ledger,
    faults,
    clock,
    /** Settles at once what waits for its cut-off. */
    settle: (): void => settlement.settleAll(clock.now()),
    /** @param url a path, or with a host, which is ignored */
    handle: async (method: string, url: string, body = '', contentType = ''): Promise<NmiResult> => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const api = apis[pathname]
      if (api !== undefined && /^(?:GET|POST)$/.test(method))
        return api(await readParameters(searchParams, body, contentType))
      return control[`${method} ${pathname}`]?.(body) ?? { status: 404, contentType: 'text/plain', text: 'Not found' }
    },
  }
}

const faultNote = (fault: NmiFault | undefined): string => (fault === undefined ? '' : ` (fault: ${fault.kind})`)
