import { eventsKeptDays } from '#contract/webhooks/webhooks'

export const eventRetentionMs = eventsKeptDays * 86_400_000
