import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import { byField } from '#contract/schema/issues'
import { findPublicUrlError } from '#contract/schema/publicUrl'
import type { SettingDefinition } from '../../processors/definition.ts'
import { pathOfSetting } from './settings.ts'
import type { GivenSettings } from './settings.ts'

export interface ProcessorHostNeeds {
  readonly processorHostRules: { readonly allowLocal: boolean }
}

/** Checks hosts by the rules of this deployment, which the contract does not know. Error: url_not_allowed, with a reason. */
export const requireAllowedHosts = (
  definitions: readonly SettingDefinition[],
  given: GivenSettings,
  { processorHostRules }: ProcessorHostNeeds,
): void => {
  const refused = definitions.flatMap(({ name, kind }): ErrorDetail[] => {
    const host = kind === 'host' ? given.public[name] : null
    const reason = typeof host === 'string' ? findPublicUrlError(host, processorHostRules) : null
    return reason === null ? [] : [{ type: 'url_not_allowed', field: pathOfSetting(name), details: { reason } }]
  })
  const [first, ...others] = refused.toSorted(byField)
  if (first !== undefined) throw new ApiError(first, ...others)
}
