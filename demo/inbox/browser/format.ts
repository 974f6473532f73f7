import type { Summary } from '../delivery.ts'

const ages: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const relative = new Intl.RelativeTimeFormat('en', { style: 'narrow' })

/** Age in the largest whole unit: `12s ago`. */
export const age = (then: number, now: number): string => {
  const elapsed = now - then
  const [unit, ms] = ages.find(([, ms]) => elapsed >= ms) ?? []
  return unit && ms ? relative.format(-Math.floor(elapsed / ms), unit) : 'now'
}

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' })

export const time = (at: number | string): string => times.format(new Date(at))
export const clockTime = (at: number): string => clock.format(at)

/** The status code, or why it is missing. */
export const statusText = ({ answered }: Pick<Summary, 'answered'>): string => {
  if (answered === null) return 'waiting'
  return answered.status === null ? 'disconnected' : String(answered.status)
}

/** Colour of the status. */
export const statusTone = ({ answered }: Pick<Summary, 'answered'>): 'waiting' | 'good' | 'bad' => {
  if (answered === null) return 'waiting'
  return answered.status === 200 ? 'good' : 'bad'
}

/** The event type, if the payload has one. */
export const deliveryTitle = ({ type }: Pick<Summary, 'type'>): string => type ?? 'Unknown event'
