import { builtInConnection } from '#contract/connections/builtInConnection'
import { routedMethods } from '#contract/connections/routing'
import { walletSource } from '../customers/storedMethods.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag, nullable, text } from '../sql/row.ts'
import type { InstrumentSource } from './instrumentSteps.ts'

/** A connection that a new payment may use. */
export interface Route {
  readonly connection: string
  /** Whether it is marked as used already. */
  readonly used: boolean
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
  /** A condition: the chosen connection is open and supports the payment. */
  readonly isUsable: Statement
  /** Selects the chosen connection, whether it is open, and what it lacks. Null if it is the built-in one in any case. */
  readonly chosen: Statement | null
}

/** `isOpen`: the connection exists and is enabled now. The routes come from a record of the account that may be some seconds old. */
export const chosenColumns = defineColumns({ connection: text, isOpen: flag, lacks: nullable(text) })

/** The built-in connection is stored as null. */
const stored = (connection: string): string | null => (connection === builtInConnection ? null : connection)

/** An expression: a connection exists and is enabled. @param id an SQL expression */
const isOpen = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    `(${id} = '${builtInConnection}' OR EXISTS (SELECT 1 FROM connections WHERE id = ${id} AND account = ? AND mode = ? AND disabled = 0))`,
    account,
    mode,
  )

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
 * Chooses the route of a payment. For one route, or an instrument in the request, the caller has chosen: the query only checks that its
 * connection is open.
 *
 * @param routes the last one takes every payment
 */
export const routeChoice = (owner: Owner, from: InstrumentSource, routes: readonly Route[]): RouteChoice => {
  const [first] = routes
  if (first === undefined) throw new Error('A payment needs a route.')
  const instrument = isForAll(first) ? null : instrumentRow(owner, from)
  if (instrument === null) {
    const connection = sql('?', stored(first.connection))
    if (first.connection === builtInConnection) return { connection, isUsable: sql('TRUE'), chosen: null }
    return { connection, ...toChoice(owner, sql('SELECT ? AS connection, NULL AS lacks', first.connection)) }
  }
  const choice = sql(
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
    connection: sql(`(SELECT nullif(connection, '${builtInConnection}') FROM (${choice.sql}))`, ...choice.values),
    ...toChoice(owner, choice),
  }
}

/** @param choice selects the connection and what it lacks. No row without an instrument: the insert's own conditions refuse the payment. */
const toChoice = (owner: Owner, choice: Statement): Pick<RouteChoice, 'isUsable' | 'chosen'> => {
  const open = isOpen(owner, 'choice.connection')
  const chosen = sql(
    `SELECT connection, lacks, ${open.sql} AS isOpen FROM (${choice.sql}) AS choice`,
    ...open.values,
    ...choice.values,
  )
  return {
    isUsable: sql(`NOT EXISTS (SELECT 1 FROM (${chosen.sql}) WHERE lacks IS NOT NULL OR NOT isOpen)`, ...chosen.values),
    chosen,
  }
}
