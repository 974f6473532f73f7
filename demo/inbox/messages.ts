import type { Told } from './responses.ts'
import type { Registration, Summary } from './delivery.ts'

/** What the page is told as it happens, by the name of the Server-Sent Event. */
export type Messages = {
  /** How deliveries are answered now. */
  told: Told
  registration: Registration
  /** All deliveries, the newest first, in place of those that the page has. */
  deliveries: Summary[]
  /** One that is new, or that was answered. */
  delivery: Summary
}
