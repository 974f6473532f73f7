import { isApproval } from '#contract/transactions/responseCodes'
import type {
  AuthorizeOp,
  ModificationOp,
  Money,
  OperationType,
  Outcome,
  Processor,
  Ref,
  Reversal,
  UnreferencedCreditOp,
} from '../processor.ts'
import type { Book, BookAnswer, BookRequest } from './book/book.ts'
import { authCodeOf, issuerReferences } from './issuerReferences.ts'
import type { IssuerResponse } from './issuerResponse.ts'
import { parseRaw, toSentReference, withReferences } from './references.ts'
import { type SimulatorSettings, toBookRules } from './settings.ts'

type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

export type BookEffects = ReturnType<typeof createBookEffects>

/** A connection's operations in its book. A call of the book that fails may have had its effect: its outcome is unknown. */
export const createBookEffects = (book: Book, settings: SimulatorSettings, now: () => number) => {
  const rules = () => toBookRules(settings, now())
  const { finds, reverses, givesBackRest, holdMs } = settings.capabilities

  const toOutcome = (answer: BookAnswer, ref: Ref): Outcome => {
    const { theirs, mark, code, type, approved, money, avs, cvv, networkTransactionId } = answer
    const found = withReferences(ref, { theirs, mark })
    if (answer.isPending) return { result: 'pending', ref: found, pollAfterMs: settings.outcomeAfterMs }
    const letters = { ...(avs === null ? {} : { avs }), ...(cvv === null ? {} : { cvv }) }
    if (!isApproval(code)) return { result: 'declined', ref: found, code, ...letters }
    return {
      result: 'approved',
      ref: found,
      approved: { ...money, minor: approved },
      code,
      ...(type === 'authorize' && !answer.captureNow && holdMs !== null ? { expiresAt: answer.at + holdMs } : {}),
      ...(networkTransactionId === null ? {} : { authCode: authCodeOf(ref.op), networkTransactionId }),
      ...letters,
    }
  }

  const lookup = async (of: Ref): Promise<Outcome | 'notFound'> => {
    const sent = toSentReference(of)
    if (finds === 'byTheirs' && sent.theirs === null) return { result: 'unknown', ref: of, reason: 'unparsable' }
    try {
      const answer = await book.lookup(sent, rules())
      return answer === null ? 'notFound' : toOutcome(answer, of)
    } catch {
      return disconnected(of)
    }
  }

  return {
    perform: async (type: OperationType, op: Op, ref: Ref, response: IssuerResponse): Promise<Outcome> => {
      try {
        return toOutcome(await book.perform(toRequest(type, op, ref, response), rules()), ref)
      } catch {
        return disconnected(ref)
      }
    },

    /** The outcome of a pending operation, once it is known. */
    outcomeOf: async (ref: Ref, pending: Outcome): Promise<Outcome> => {
      // Its own references find it at once: the message that brings an outcome is not a look-up.
      const answer = await book
        .lookup({ ...toSentReference(pending.ref), created: 0 }, { ...rules(), outcomeAfterMs: 0, visibleAfterMs: 0 })
        .catch(() => null)
      return answer === null ? disconnected(ref) : toOutcome(answer, ref)
    },

    reverse: async (of: Ref, rest: Money | undefined): Promise<Reversal> => {
      const reference = toSentReference(of)
      if (reverses === 'byTheirs' && reference.theirs === null) return 'retry'
      if (rest !== undefined && !givesBackRest) return 'retry'
      try {
        return await book.reverse({ op: reference.op, theirs: reference.theirs }, rest?.minor ?? null, now())
      } catch {
        return 'retry'
      }
    },

    lookup,

    report: ((span, cursor) => book.report(span, cursor ?? null, rules())) satisfies Processor['report'],
  }
}

const disconnected = (ref: Ref): Outcome => ({ result: 'unknown', ref, reason: 'disconnected' })

/** The request without card, account number and security code: the issuer has already decided about them. */
const toRequest = (
  type: OperationType,
  op: Op,
  ref: Ref,
  { code, minor = 0n, mark, avs, cvv }: IssuerResponse,
): BookRequest => ({
  type,
  op: op.op,
  original: 'original' in op ? { op: op.original.op, theirs: parseRaw(op.original.raw).theirs } : null,
  money: op.amount,
  captureNow: 'allowPartial' in op && op.capture === 'now',
  final: 'original' in op && op.final === true,
  code,
  approved: minor,
  avs: avs ?? null,
  cvv: cvv ?? null,
  networkTransactionId: issuerReferences(op).networkTransactionId ?? null,
  mark: mark ?? parseRaw(ref.raw).mark,
})
