import type { AccountSettingsChange } from '#contract/accounts/accounts'
import { CliError } from '../cliError.ts'

/** A change of settings without those that are stored encrypted. */
export type UnsealedChange = Omit<AccountSettingsChange, 'webhookDefaults'>

/** Rejects settings with secrets: only the worker has the keys that encrypt them. @throws CliError */
export const requireUnsealed = ({ webhookDefaults, ...change }: AccountSettingsChange): UnsealedChange => {
  if (webhookDefaults === undefined) return change
  throw new CliError('The gateway encrypts webhookDefaults: set them with PUT /v1/account.')
}
