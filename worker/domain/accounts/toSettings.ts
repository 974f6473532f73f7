import type { AccountSettings } from '#contract/accounts/accounts'

/** Settings as an API resource, without sealed members. */
export const toSettings = ({ webhookDefaults: { hosts, headerNames }, ...settings }: AccountSettings) => ({
  ...settings,
  webhookDefaults: { hosts, headerNames },
})
