import { eventsKeptDays } from '#contract/webhooks'

/** How long events are kept. */
export const eventsKeptMs = eventsKeptDays * 86_400_000
