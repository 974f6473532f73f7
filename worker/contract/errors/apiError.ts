import type { ErrorType } from './errorTypes.ts'
import { errors } from './errorTypes.ts'
import type { Details } from './fault.ts'

/** One thing that is wrong: its type, the member it is about (a dotted path, or null), and what a program may want to know. */
export interface Fault {
  readonly type: ErrorType
  readonly field?: string | null
  readonly details?: Details | null
}

/** The request is refused: nothing was done. Thrown anywhere, rendered once, in http/errors.ts. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly faults: readonly [Fault, ...Fault[]]
  /** Where a repetition under an Idempotency-Key is refused as the first request was: the requestId of that one. */
  readonly replayOf: string | null = null

  constructor(...faults: readonly [Fault, ...Fault[]]) {
    super(faults.map((fault) => fault.type).join(', '))
    this.faults = faults
  }

  /** The HTTP status: that of the first fault. Faults of one refusal never mix statuses. */
  get status(): number {
    return errors[this.faults[0].type].status
  }

  /** The same refusal, as the answer that the request of this id got first. */
  replaying(requestId: string): Refusal {
    return Object.assign(new Refusal(...this.faults), { replayOf: requestId })
  }
}

export const refuse = (type: ErrorType, more: Omit<Fault, 'type'> = {}): Refusal => new Refusal({ type, ...more })

/** The error's text with its field and details filled in: what a developer reads. `whole` names what has no field. */
export const faultText = ({ type, field, details }: Fault, whole = 'The body'): string =>
  errors[type].text.replace(/\{([A-Za-z]+)\}/g, (_match, name: string) =>
    name === 'field' ? (field ?? whole) : String(details?.[name] ?? 'value'),
  )
