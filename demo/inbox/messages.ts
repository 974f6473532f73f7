import type { ResponseSetting } from './responses.ts'
import type { Registration, Summary } from './delivery.ts'

/** Server-sent events to the page, by name. */
export type Messages = {
  /** The selected response. */
  setting: ResponseSetting
  registration: Registration
  /** All deliveries, newest first; replaces the page's list. */
  deliveries: Summary[]
  /** A new or updated delivery. */
  delivery: Summary
}
