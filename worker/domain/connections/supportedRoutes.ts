import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { InstrumentSource } from '../../store/transactions/instrumentSteps.ts'
import type { Route } from '../../store/transactions/routes.ts'
import type { AccountRouting } from './connection.ts'
import { chooseRoute, lackOf, routesOf } from './routing.ts'
import type { RoutedPayment } from './routing.ts'

/** The error of an operation that the processor of its connection does not support. @param operation what it lacks */
export const notSupported = (connection: string, operation: string): ApiError =>
  apiError('not_supported_by_processor', { details: { connection, operation } })

/** Method and network of an instrument in the request. Null for one that only its row has. */
const presented = (from: InstrumentSource): { readonly method: string; readonly network: string | null } | null => {
  switch (from.kind) {
    case 'given':
    case 'message':
      return { method: from.columns.method, network: from.columns.preferredNetwork ?? from.columns.network }
    case 'terminal':
      return { method: 'terminal', network: null }
    case 'token':
    case 'stored':
      return null
  }
}

/**
 * The routes of a new payment: one, if the request shows its instrument.
 *
 * Error: not_supported_by_processor (409), before anything is stored.
 */
export const supportedRoutes = (
  from: InstrumentSource,
  payment: RoutedPayment,
  { rules, connections }: AccountRouting,
): readonly Route[] => {
  const routes = routesOf(rules, connections, payment)
  const instrument = presented(from)
  if (instrument === null) return routes
  const chosen = chooseRoute(routes, instrument.method, instrument.network)
  const lacks = lackOf(chosen, instrument.method)
  if (lacks !== null) throw notSupported(chosen.connection, lacks)
  return [chosen]
}
