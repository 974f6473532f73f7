import { builtInConnection } from '#contract/connections/builtInConnection'
import type { RoutingRule } from '#contract/connections/routing'

export interface LiveWarningNeeds {
  readonly mode: 'test' | 'live'
  readonly rules: readonly Pick<RoutingRule, 'connection'>[]
  /** The account's connections in this mode. */
  readonly connections: readonly { readonly id: string; readonly disabled: boolean }[]
}

const consequence = 'every live payment is declined with G08'

/**
 * Warning for a live key whose account has no processor that moves money yet.
 *
 * @returns null for a test key, and once a routing rule names an enabled live connection
 */
export const liveWarning = ({ mode, rules, connections }: LiveWarningNeeds): string | null => {
  if (mode === 'test') return null
  const enabled = connections.filter(({ id, disabled }) => id !== builtInConnection && !disabled)
  if (enabled.length === 0)
    return `Live mode has no enabled connection to a processor: ${consequence}. See docs/operations/connect-a-processor.md.`
  if (rules.some((rule) => enabled.some(({ id }) => id === rule.connection))) return null
  return `No routing rule names an enabled live connection: ${consequence}. See docs/concepts/connections.md#routing.`
}
