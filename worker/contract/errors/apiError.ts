import type { ErrorType } from './errorTypes.ts'
import { errors } from './errorTypes.ts'
import type { Details } from './fault.ts'

/** An item of an API error: its type, the dotted path of the member (or null), and details for programs. */
export interface Fault {
  readonly type: ErrorType
  readonly field?: string | null
  readonly details?: Details | null
}

/** Rejects a request that had no effect. Thrown in every layer, converted to a response in http/response/errors.ts. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly faults: readonly [Fault, ...Fault[]]
  /** For a repeated request under an Idempotency-Key: the requestId of the first request, which was rejected with the same error. */
  readonly replayOf: string | null = null

  constructor(...faults: readonly [Fault, ...Fault[]]) {
    super(faults.map((fault) => fault.type).join(', '))
    this.faults = faults
  }

  /** HTTP status of the first item. All items of an error have the same status. */
  get status(): number {
    return errors[this.faults[0].type].status
  }

  /** The same error as a replay of the request with this id. */
  replaying(requestId: string): Refusal {
    return Object.assign(new Refusal(...this.faults), { replayOf: requestId })
  }
}

export const refuse = (type: ErrorType, more: Omit<Fault, 'type'> = {}): Refusal => new Refusal({ type, ...more })

/** The error's text with its field and details. `whole` is the subject of an error without a field. */
export const faultText = ({ type, field, details }: Fault, whole = 'The body'): string =>
  errors[type].text.replace(/\{([A-Za-z]+)\}/g, (_match, name: string) =>
    name === 'field' ? (field ?? whole) : String(details?.[name] ?? 'value'),
  )
