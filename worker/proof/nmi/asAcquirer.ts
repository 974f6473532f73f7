import { currencies } from '#contract/money/currencies'
import type { OperationType, Processor } from '../../processors/processor.ts'
import { parseAmount } from '../../processors/nmi/amounts.ts'
import { nmi } from '../../processors/nmi/nmi.ts'
import type { Wait } from '../../processors/wait.ts'
import { createFaultPlan, type Fault, type RequestType } from '../acquirer/faultPlan.ts'
import type { AcquirerEntry, EntryState } from '../acquirer/line.ts'
import type { OtherSide } from '../models/kernel/otherSide.ts'
import type { NmiFault } from './faultPlan.ts'
import { nmiFetch } from './fetch.ts'
import type { NmiLedgerEntry } from './ledger.ts'
import { createNmi } from './nmi.ts'

export interface AsAcquirerOptions {
  readonly now: () => number
  readonly wait: Wait
  readonly visibleAfterMs: number
  /** ISO 4217 numbers. */
  readonly currencies: readonly number[]
}

const host = 'https://gateway.example'
/** Of a live account: a sandbox declines small amounts. */
const securityKey = 'live-history'

/** Results by our codes. */
const declines: Readonly<Record<string, string>> = { '05': '200', '51': '202' }

/**
 * The fault of NMI that the connector cannot tell from one of the acquirer. HTTP has no second response. NMI has no partial approval, and
 * nothing proves that a request with status 503 has had no effect.
 */
export const asNmiFault = (fault: Fault): Fault | null => {
  switch (fault.kind) {
    case 'double':
      return null
    case 'busy':
      return { kind: 'dropBefore' }
    case 'partial':
      return { kind: 'decline', code: '51' }
    default:
      return fault
  }
}

const toNmiFault = (fault: Fault): NmiFault | null => {
  const known = asNmiFault(fault)
  switch (known?.kind) {
    case undefined:
    case 'double':
    case 'busy':
    case 'partial':
      return null
    case 'decline':
      return { kind: 'result', code: declines[known.code]! }
    case 'dropAfter':
      return { kind: 'dropAfter', ...(known.visibleAfterMs !== undefined && { visibleAfterMs: known.visibleAfterMs }) }
    default:
      return known
  }
}

/** The operation of a request, which NMI does not know for captures, voids and reversals. */
interface Sent {
  readonly op: string
  readonly type: OperationType
  readonly root: string
  readonly original: string | null
  readonly account: string
}

/** Marks the actions of a reversal. */
const reversal = 'reversal'

const currencyOf = (code: string) => [...currencies].find(([, currency]) => currency.code === code)!

/** Whose void has undone a transaction. */
const undoneBy = ({ actions }: NmiLedgerEntry): string | undefined =>
  actions.find(({ type, success }) => type === 'void' && success)?.ipAddress

const stateOf = (isDone: boolean, type: OperationType, entry: NmiLedgerEntry | undefined): EntryState => {
  if (!isDone || entry === undefined) return 'declined'
  const by = type === 'void' ? undefined : undoneBy(entry)
  return by === undefined ? 'approved' : by === reversal ? 'reversed' : 'voided'
}

/**
 * The connector with the stand-in, in the place of an acquirer in memory. The stand-in settles nothing. Each request has the operation that
 * it belongs to as its `ipaddress`, which the connector does not use, so that the ledger can tell whose captures and voids it has.
 */
export const nmiAsAcquirer = ({ now, wait, visibleAfterMs, currencies: taken }: AsAcquirerOptions): OtherSide => {
  const standIn = createNmi({
    now,
    wait,
    visibleAfterMs,
    duplicateSeconds: 1200,
    settleEveryMs: 1e15,
    lastId: 7_000_000_000,
  })
  const send = nmiFetch(standIn)
  const faultPlan = createFaultPlan()
  const operations = new Map<string, Sent>()

  /** Sends with the operation as `ipaddress`, and with the next fault of its type. */
  const fetchFor =
    (mark: string, type: RequestType) =>
    async (request: Request): Promise<Response> => {
      const form = new URLSearchParams(await request.text())
      const isQuery = new URL(request.url).pathname === '/api/query.php'
      const planned = faultPlan.take(isQuery ? 'lookup' : type, mark)
      const fault = planned === undefined ? null : toNmiFault(planned)
      if (fault !== null) standIn.faults.add({ on: isQuery ? 'query' : (form.get('type') as 'sale'), fault })
      form.set('ipaddress', mark)
      return send(request.url, { method: 'POST', body: form, signal: request.signal })
    }

  const connectorFor = (mark: string, type: RequestType): Processor =>
    nmi(
      { host, securityKey, currencies: taken, creditsUnsettled: true },
      {
        connection: 'connection-1',
        fetch: fetchFor(mark, type),
        now,
        accountNow: now,
        get book(): never {
          throw new Error('The stand-in has a ledger of its own.')
        },
      },
    )

  const entries = () => standIn.ledger.transactionsOf(securityKey)

  const toEntry = (sent: Sent): AcquirerEntry => {
    const { op, type } = sent
    const own = entries().flatMap((entry) =>
      entry.actions.filter(({ ipAddress }) => ipAddress === op).map((action) => ({ entry, action })),
    )
    const done = own.filter(({ action }) => action.success)
    const { entry, action } = done.find(({ entry }) => undoneBy(entry) === undefined) ?? done[0] ?? own[0] ?? {}
    const [number, { exponent }] = currencyOf(entry?.currency ?? 'USD')
    const minor = parseAmount(action?.amount ?? '0', exponent) ?? 0n
    const captured = entry?.actions.find((one) => one.type === 'capture' && one.success)
    return {
      ...sent,
      currency: number,
      requested: String(minor),
      approved: done.length > 0 ? String(minor) : '0',
      code: done.length > 0 ? '00' : '05',
      captureNow: action?.type === 'sale',
      final: type === 'capture',
      lastFour: null,
      state: stateOf(done.length > 0, type, entry),
      released: type === 'authorize' && captured ? String(minor - (parseAmount(captured.amount, exponent) ?? 0n)) : '0',
      settled: false,
      returnCode: null,
      effects: done.length,
      requests: own.length,
      reversals: 0,
      acknowledged: false,
    }
  }

  const note = (sent: Sent): void => void operations.set(sent.op, sent)
  const find = (op: string): AcquirerEntry | undefined => {
    const sent = operations.get(op)
    return sent && toEntry(sent)
  }

  const real = connectorFor('', 'lookup')
  const processor: Processor = {
    ...real,
    authorize: (op, ref) => {
      note({ op: op.op, type: 'authorize', root: ref.root, original: null, account: ref.account })
      return connectorFor(op.op, 'authorize').authorize(op, ref)
    },
    capture: (op, ref) => {
      note({ op: op.op, type: 'capture', root: ref.root, original: op.original.op, account: ref.account })
      return connectorFor(op.op, 'capture').capture(op, ref)
    },
    void: (op, ref) => {
      note({ op: op.op, type: 'void', root: ref.root, original: op.original.op, account: ref.account })
      return connectorFor(op.op, 'void').void(op, ref)
    },
    credit: (op, ref) => {
      const original = 'unreferenced' in op ? null : op.original.op
      note({ op: op.op, type: 'credit', root: ref.root, original, account: ref.account })
      return connectorFor(op.op, 'credit').credit(op, ref)
    },
    reverse: (of, attempt, rest) => connectorFor(reversal, 'reverse').reverse(of, attempt, rest),
    lookup: (of, modification) => connectorFor(of.op, 'lookup').lookup!(of, modification),
  }

  return {
    processor,
    faultPlan: {
      ...faultPlan,
      clear: () => {
        faultPlan.clear()
        standIn.faults.clear()
      },
    },
    ledger: {
      find,
      entries: () => [...operations.values()].map(toEntry),
      totals: (_account, currency) => standIn.ledger.sums(securityKey, currencies.get(currency)?.code ?? ''),
      /** A person voids the transaction in NMI's own pages. */
      reverse: (op) => {
        const entry = entries().find(({ orderId, condition }) => orderId === op && condition !== 'failed')
        if (entry === undefined) return 'notFound'
        const form = { security_key: securityKey, type: 'void', transactionid: entry.id, ipaddress: reversal }
        const body = String(new URLSearchParams(form))
        void standIn.handle('POST', '/api/transact.php', body, 'application/x-www-form-urlencoded')
        return 'done'
      },
      closeBatch: () => {},
    },
  }
}
