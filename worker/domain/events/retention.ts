import { eventRetentionDays } from '#contract/webhooks/webhooks'

export const eventRetentionMs = eventRetentionDays * 86_400_000
