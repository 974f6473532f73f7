import { currencies } from '#contract/money/currencies'
import type { ConnectionSettings, ProcessorPorts } from '../definition.ts'
import { notSupportedCode } from '../processor.ts'
import type {
  AuthorizeOp,
  ModificationOp,
  OpBase,
  Outcome,
  Processor,
  Ref,
  Reversal,
  UnreferencedCreditOp,
} from '../processor.ts'
import { missingCapability } from '../unsupported.ts'
import { formatAmount } from './amounts.ts'
import { maxAnswerBytes, parseAnswer } from './answer.ts'
import type { NmiAnswer } from './answer.ts'
import { nmiCapabilities } from './capabilities.ts'
import { credentialMembers } from './credential.ts'
import { addressMembers, instrumentMembers } from './instruments.ts'
import { lookUp } from './lookup.ts'
import { toForm } from './members.ts'
import type { Members } from './members.ts'
import { orderMembers } from './orders.ts'
import { createQuery } from './query.ts'
import { parseReference, withReference } from './references.ts'
import { readReport } from './report.ts'
import { toDeclineCode, unknownTransactionCode } from './responseCodes.ts'
import { toNmiSettings } from './settings.ts'
import { createTransport } from './transport.ts'
import { toVerification } from './verification.ts'

/** How long a reversal may take, in milliseconds. */
const reversalTimeoutMs = 15_000

/** What an approval adds to its operation's Ref. */
interface Approval {
  readonly isCheck: boolean
  readonly isCapture: boolean
  readonly code: '00' | '85'
}

const toOutcome = (op: OpBase, ref: Ref, answer: NmiAnswer, { code, ...approval }: Approval): Outcome => {
  const { transactionId, authCode } = answer
  const found = transactionId === null ? ref : withReference(ref, { ...approval, transactionId })
  if (answer.response === 'approved') {
    // Without its id it could neither be captured nor voided: a look-up brings it.
    if (answer.code !== '100' || transactionId === null) return { result: 'unknown', ref, reason: 'unparsable' }
    return {
      result: 'approved',
      ref: found,
      approved: op.amount,
      code,
      ...(authCode !== null && { authCode }),
      ...toVerification(answer),
    }
  }
  const declined = toDeclineCode(answer)
  return declined === null
    ? { result: 'unknown', ref, reason: 'disconnected' }
    : { result: 'declined', ref: found, code: declined, ...toVerification(answer) }
}

const refuse = (ref: Ref): Outcome => ({ result: 'declined', ref, code: notSupportedCode })

/** NMI's gateway API over HTTPS, for one connection. The host is a setting, since hundreds of resellers run it under their own names. */
export const nmi = (settings: ConnectionSettings, ports: ProcessorPorts): Processor => {
  const chosen = toNmiSettings(settings)
  const can = nmiCapabilities(chosen)
  const send = createTransport(chosen.host, ports)
  const query = createQuery(send, chosen.securityKey, ports)

  const transact = async (members: Members, op: OpBase, ref: Ref, approval: Approval): Promise<Outcome> => {
    const { deadline, signal } = op
    const form = toForm({ security_key: chosen.securityKey, ...members })
    const sent = await send('/api/transact.php', form, { deadline, signal, maxBytes: maxAnswerBytes })
    if (sent.result === 'aborted') return { result: 'notSent', ref, reason: 'aborted' }
    if (sent.result === 'lost') return { result: 'unknown', ref, reason: sent.reason }
    const answer = parseAnswer(sent.body)
    return answer === null ? { result: 'unknown', ref, reason: 'unparsable' } : toOutcome(op, ref, answer, approval)
  }

  /** A new transaction on an instrument. */
  const begin = (type: string, op: AuthorizeOp | UnreferencedCreditOp, ref: Ref, more: Members): Promise<Outcome> => {
    const isVerification = type === 'validate'
    const members = {
      type,
      // A look-alike is a purchase of its own: the gateway has its own keys against repeats.
      dup_seconds: '0',
      processor_id: chosen.processorId,
      amount: isVerification ? undefined : formatAmount(op.amount),
      currency: currencies.get(op.amount.currency)?.code,
      orderid: op.op,
      ...orderMembers(op.order),
      ...instrumentMembers(op.instrument, chosen.secCode),
      ...more,
    }
    const isCheck = op.instrument.kind === 'check'
    return transact(members, op, ref, { isCheck, isCapture: false, code: isVerification ? '85' : '00' })
  }

  const authorize = async (op: AuthorizeOp, ref: Ref): Promise<Outcome> => {
    const isVerification = op.amount.minor === 0n
    if (missingCapability(can, op) !== null || (isVerification && op.instrument.kind === 'check')) return refuse(ref)
    const type = isVerification ? 'validate' : op.capture === 'now' || op.instrument.kind === 'check' ? 'sale' : 'auth'
    return begin(type, op, ref, {
      ...addressMembers(op.avs ?? {}),
      ...credentialMembers(op, chosen.networkIds),
      tip: op.tip && formatAmount(op.tip),
    })
  }

  const modify = async (
    type: 'capture' | 'void' | 'refund',
    op: ModificationOp,
    ref: Ref,
    more: Members = {},
  ): Promise<Outcome> => {
    const original = parseReference(op.original.raw)
    if (original === null) return { result: 'declined', ref, code: '25' }
    if (missingCapability(can, op) !== null || (type === 'void' && original.isCapture)) return refuse(ref)
    const { transactionId, isCheck } = original
    const members = { type, transactionid: transactionId, payment: isCheck ? 'check' : undefined, ...more }
    return transact(members, op, ref, { isCheck, isCapture: type === 'capture', code: '00' })
  }

  const reverse = async (of: Ref, rest: unknown): Promise<Reversal> => {
    const original = parseReference(of.raw)
    if (original === null || original.isCapture || rest !== undefined) return 'retry'
    const form = toForm({
      security_key: chosen.securityKey,
      type: 'void',
      transactionid: original.transactionId,
      payment: original.isCheck ? 'check' : undefined,
    })
    const deadline = ports.now() + reversalTimeoutMs
    const sent = await send('/api/transact.php', form, { deadline, maxBytes: maxAnswerBytes })
    const answer = sent.result === 'answered' ? parseAnswer(sent.body) : null
    if (answer === null) return 'retry'
    if (answer.response === 'approved') return 'done'
    if (toDeclineCode(answer) === unknownTransactionCode) return 'notFound'
    // It may be void already, by an earlier attempt whose answer was lost, or it was declined and holds nothing. It is there, so that a
    // look-up that does not find it is too early.
    const found = await lookUp(query, of)
    return found !== 'notFound' && found.result === 'declined' ? 'done' : 'retry'
  }

  return {
    name: 'nmi',
    can,
    authorize,
    capture: (op, ref) => modify('capture', op, ref, { amount: formatAmount(op.amount) }),
    void: (op, ref) => modify('void', op, ref),
    credit: async (op, ref) => {
      if (!('unreferenced' in op)) return modify('refund', op, ref, { amount: formatAmount(op.amount), orderid: op.op })
      return missingCapability(can, op) === null ? begin('credit', op, ref, {}) : refuse(ref)
    },
    reverse: (of, _attempt, rest) => reverse(of, rest),
    lookup: (of, modification) => lookUp(query, of, modification),
    report: (span, cursor) => readReport(query, span, cursor),
    health: async () => ((await query({ order_id: 'health', result_limit: '1' })).result === 'found' ? 'up' : 'down'),
  }
}
