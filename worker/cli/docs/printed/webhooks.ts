import { documentationOf } from '#contract/documentation'
import { endpoints } from '#contract/endpoints'
import { eventKinds as kindNames, eventTypes, hasKind } from '#contract/events/events'
import { attemptDelaysMs } from '../../../webhooks/delivery/retrySchedule.ts'
import { code, codes, durationText, markdownTable } from './markdownTable.ts'

/** The kinds that a webhook subscribes to, with their event types. */
export const eventKinds = (): string =>
  markdownTable(
    ['`kind`', 'Name', 'Event types'],
    kindNames.map((name, kind) => {
      return [code(kind), name, codes(eventTypes.filter((type) => hasKind(type, kind)))]
    }),
  )

/** The delay of each delivery attempt. */
export const webhookRetries = (): string =>
  markdownTable(
    ['Attempt', 'After the previous one', 'After the event'],
    attemptDelaysMs.map((delay, index) => {
      const total = attemptDelaysMs.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0)
      return [String(index + 1), delay === 0 ? 'at once' : durationText(delay), delay === 0 ? 'at once' : about(total)]
    }),
  )

/** A total delay in the unit that a reader plans in: `5 minutes`, `2.6 hours`, `75.6 hours`. */
const about = (ms: number): string => {
  const hours = ms / 3_600_000
  if (hours >= 1) return `${Number(hours.toFixed(1))} hours`
  const minutes = Math.round(ms / 60_000)
  return minutes >= 1 ? `${minutes} minutes` : durationText(ms)
}

/** The operations on webhooks and events. */
export const webhookOperations = (): string =>
  markdownTable(
    ['Request', 'Effect'],
    endpoints
      .filter(({ tag }) => tag === 'Webhooks' || tag === 'Events')
      .map((endpoint) => [code(`${endpoint.method} ${endpoint.path}`), documentationOf(endpoint).summary]),
  )
