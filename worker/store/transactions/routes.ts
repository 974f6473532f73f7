import { builtInConnection } from '#contract/connections/builtInConnection'
import { routedMethods } from '#contract/connections/routing'
import { walletSource } from '../customers/storedMethods.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, nullable, text } from '../sql/row.ts'
import type { InstrumentSource } from './instrumentSteps.ts'

/** A connection that a new payment may use. */
export interface Route {
  readonly connection: string
  /** Payment methods and networks that it is for. Null for all. */
  readonly methods: readonly string[] | null
  readonly networks: readonly string[] | null
  /** Payment methods that its processor supports. */
  readonly takes: readonly string[]
  /** What its processor lacks for this payment by any method. Null if it lacks nothing. */
  readonly lacks: string | null
}

/** The choice among the routes of a payment, for the batch that inserts it. */
export interface RouteChoice {
  /** An expression for the column `connection`. */
  readonly connection: Statement
  /** A condition: the chosen connection supports the payment. */
  readonly isSupported: Statement
  /** Selects the chosen connection, and what it lacks. Null if there is no choice. */
  readonly chosen: Statement | null
}

export const chosenColumns = defineColumns({ connection: text, lacks: nullable(text) })

/** The built-in connection is stored as null. */
const stored = (connection: string): string | null => (connection === builtInConnection ? null : connection)

/** Method and network of an instrument that only its own row has. Null for one in the request. */
const instrumentRow = (owner: Owner, from: InstrumentSource): Statement | null => {
  const members = 'method, coalesce(preferredNetwork, network) AS network'
  switch (from.kind) {
    case 'token':
      return sql(
        `SELECT ${members} FROM tokens WHERE id = ? AND account = ? AND mode = ?`,
        from.token.id,
        owner.account,
        owner.mode,
      )
    case 'stored': {
      const entry = walletSource(owner, from.stored)
      return sql(`SELECT ${members} FROM (${entry.sql})`, ...entry.values)
    }
    case 'given':
    case 'message':
    case 'terminal':
      return null
  }
}

/** Whether a route takes every payment, so that the instrument decides nothing. */
const isForAll = ({ methods, networks, takes, lacks }: Route): boolean =>
  methods === null && networks === null && lacks === null && routedMethods.every((method) => takes.includes(method))

/**
 * Chooses the route of a payment. One route, or an instrument in the request, whose route the caller has chosen, needs no query.
 *
 * @param routes the last one takes every payment
 */
export const routeChoice = (owner: Owner, from: InstrumentSource, routes: readonly Route[]): RouteChoice => {
  const [first] = routes
  if (first === undefined) throw new Error('A payment needs a route.')
  const instrument = isForAll(first) ? null : instrumentRow(owner, from)
  if (instrument === null)
    return { connection: sql('?', stored(first.connection)), isSupported: sql('TRUE'), chosen: null }
  const chosen = sql(
    `SELECT route.value ->> 'connection' AS connection,
            coalesce(route.value ->> 'lacks', iif(instrument.method IN (SELECT value FROM json_each(route.value -> 'takes')), NULL, 'methods')) AS lacks
     FROM json_each(?) AS route JOIN (${instrument.sql}) AS instrument
     WHERE (route.value ->> 'methods' IS NULL OR instrument.method IN (SELECT value FROM json_each(route.value -> 'methods')))
       AND (route.value ->> 'networks' IS NULL OR instrument.network IN (SELECT value FROM json_each(route.value -> 'networks')))
     ORDER BY route.key LIMIT 1`,
    JSON.stringify(routes),
    ...instrument.values,
  )
  return {
    connection: sql(`(SELECT nullif(connection, '${builtInConnection}') FROM (${chosen.sql}))`, ...chosen.values),
    // Without an instrument there is no choice. The insert's own conditions refuse the payment.
    isSupported: sql(`NOT EXISTS (SELECT 1 FROM (${chosen.sql}) WHERE lacks IS NOT NULL)`, ...chosen.values),
    chosen,
  }
}
