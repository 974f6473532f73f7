import type { RoutingRule } from '#contract/connections/routing'
import { ApiError } from '#contract/errors/apiError'
import type { ConnectionNeeds } from './connection.ts'

/** Checks that the rules name connections of the account and mode. Error: connection_not_found, for each rule that names another. */
export const requireOwnConnections = (
  rules: readonly RoutingRule[] = [],
  { accountConnections }: ConnectionNeeds,
): void => {
  const [first, ...others] = rules.flatMap(({ connection }, index) =>
    accountConnections.some(({ id }) => id === connection)
      ? []
      : [{ type: 'connection_not_found' as const, field: `routing[${index}].connection` }],
  )
  if (first !== undefined) throw new ApiError(first, ...others)
}
