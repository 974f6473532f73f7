import type { System } from '../kernel/gateway.ts'
import type { Payment } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { Snapshot } from './snapshot.ts'

/** The expected state of a history. */
export interface State {
  readonly system: System
  readonly payments: Payment[]
  /** By their tags. */
  readonly sent: SentRequest[]
  /** Operations that have needed a person, with their payments. */
  readonly attended: Map<string, string>
  snapshot: Snapshot
}
