/** How long the gateway knows which messages of processors it has applied. Processors repeat them for days. Milliseconds. */
export const notificationRetentionMs = 90 * 24 * 60 * 60_000
