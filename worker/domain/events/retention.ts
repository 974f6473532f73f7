import { eventsKeptDays } from '#contract/webhooks'

export const eventRetentionMs = eventsKeptDays * 86_400_000
