import type { Agenda } from './agenda.ts'
import type { YearGateway } from './gateway.ts'
import type { Person } from './people.ts'
import type { ShopRequests } from './requests.ts'
import type { SeededRandom } from './random.ts'

/** What the activities of the shop share. */
export interface Shop {
  readonly agenda: Agenda
  readonly gateway: YearGateway
  readonly random: SeededRandom
  readonly requests: ShopRequests
  /** A new shopper, or one who has bought before. */
  readonly nextShopper: () => Person
  readonly newShopper: () => Person
  /** The reference of a new order. */
  readonly nextOrder: () => string
  /** Ids of the terminals. */
  readonly terminals: readonly string[]
  /** Milliseconds since 1970. */
  readonly start: number
  readonly now: number
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** An amount of the API. @param cents a whole number */
export const toValue = (cents: number): number => Number((cents / 100).toFixed(2))
