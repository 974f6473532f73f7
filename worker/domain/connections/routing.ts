import { builtInConnection } from '#contract/connections/builtInConnection'
import type { RoutedMethod, RoutingRule } from '#contract/connections/routing'
import type { Capabilities, Money } from '../../processors/processor.ts'
import type { Route } from '../../store/transactions/routes.ts'
import type { Connection } from './connection.ts'

/** What a new payment needs of its connection, as far as the request shows it. */
export interface RoutedPayment {
  readonly type: 'payment' | 'credit'
  readonly amount: Pick<Money, 'minor' | 'currency'>
}

/** The payment method of each kind of instrument. */
const methodsOf = ({ methods, networkTokens }: Capabilities): readonly RoutedMethod[] => [
  ...(methods.includes('card') ? (['creditCard', 'terminal'] as const) : []),
  ...(methods.includes('card') && networkTokens ? (['digitalPayPayment'] as const) : []),
  ...(methods.includes('check') ? (['check'] as const) : []),
  ...(methods.includes('cash') ? (['cash'] as const) : []),
]

/** The capability that a payment by any method needs and a connection lacks. Null if it lacks none. */
const missingCapability = ({ can }: Connection, { type, amount }: RoutedPayment): string | null => {
  if (can.currencies !== 'all' && !can.currencies.includes(amount.currency)) return 'currencies'
  if (type === 'credit' && !can.unreferencedCredit) return 'unreferencedCredit'
  return type === 'payment' && amount.minor === 0n && !can.verification ? 'verification' : null
}

const matchesCurrency = ({ currencies }: RoutingRule, { amount }: RoutedPayment): boolean =>
  currencies?.includes(amount.currency) ?? true

const isUnconditional = ({ methods, networks }: Pick<Route, 'methods' | 'networks'>): boolean =>
  methods === null && networks === null

/**
 * The connections among which the method and network of a payment decide, in the order of the account's rules. The last one takes every
 * payment: without a rule for it, the built-in simulator, which declines in live mode.
 */
export const routesOf = (
  rules: readonly RoutingRule[],
  connections: readonly Connection[],
  payment: RoutedPayment,
): readonly Route[] => {
  const toRoute = (rule: Pick<RoutingRule, 'connection' | 'methods' | 'networks'>): Route | null => {
    const connection = connections.find(({ id }) => id === rule.connection)
    if (connection === undefined || connection.disabled) return null
    const { methods, networks } = rule
    return {
      connection: rule.connection,
      used: connection.used,
      methods,
      networks,
      takes: methodsOf(connection.can),
      lacks: missingCapability(connection, payment),
    }
  }
  const matching = rules
    .filter((rule) => matchesCurrency(rule, payment))
    .map(toRoute)
    .filter((route) => route !== null)
  const last = matching.findIndex(isUnconditional)
  if (last >= 0) return matching.slice(0, last + 1)
  const fallback = toRoute({ connection: builtInConnection, methods: null, networks: null })
  if (fallback === null) throw new Error('The account has no built-in connection.')
  return [...matching, fallback]
}

/** The first route that takes a method and network. Null for an unknown network. */
export const chooseRoute = (routes: readonly Route[], method: string, network: string | null): Route => {
  const chosen = routes.find(
    ({ methods, networks }) =>
      (methods?.some((one) => one === method) ?? true) &&
      (networks === null || (network !== null && networks.includes(network))),
  )
  if (chosen === undefined) throw new Error('No route takes the payment.')
  return chosen
}

/** What the connection of a chosen route lacks for a payment by this method. Null if it lacks nothing. */
export const lackOf = ({ takes, lacks }: Route, method: string): string | null =>
  lacks ?? (takes.some((one) => one === method) ? null : 'methods')
