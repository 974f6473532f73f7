import * as v from 'valibot'
import { NETWORK_NAMES } from '../card/networks.ts'
import { fault } from '../errors/fault.ts'
import { currencyCode, identifier, nullable } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'

/** Methods by which payments are routed. A payment at a terminal is routed before its card is known. */
export const routedMethods = ['creditCard', 'check', 'cash', 'digitalPayPayment', 'terminal'] as const
export type RoutedMethod = (typeof routedMethods)[number]

export const maxRoutingRules = 50

/** A rule of an account's routing. Null matches everything. */
export interface RoutingRule {
  readonly methods: readonly RoutedMethod[] | null
  /** ISO 4217 numbers. */
  readonly currencies: readonly number[] | null
  /** Names of card networks. A payment without a known network does not match. */
  readonly networks: readonly string[] | null
  readonly connection: string
}

const nonEmpty = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.array(schema), v.minLength(1, fault('length_invalid', { min: 1 })))

/** The rules of an account, first match wins. */
export const routingRules = () =>
  v.pipe(
    v.array(
      object({
        methods: nullable(nonEmpty(v.picklist(routedMethods))),
        currencies: nullable(nonEmpty(currencyCode())),
        networks: nullable(nonEmpty(v.picklist(NETWORK_NAMES))),
        connection: identifier(),
      }),
    ),
    v.maxLength(maxRoutingRules, fault('length_invalid', { max: maxRoutingRules })),
    v.transform((rules): readonly RoutingRule[] =>
      rules.map(({ methods, currencies, networks, connection }) => ({
        methods: methods ?? null,
        currencies: currencies ?? null,
        networks: networks ?? null,
        connection,
      })),
    ),
  )

/** The rules in a response. */
export const routingRulesInResponse = () =>
  v.array(
    v.object({
      methods: v.nullable(v.array(v.picklist(routedMethods))),
      currencies: v.nullable(v.array(v.number())),
      networks: v.nullable(v.array(v.string())),
      connection: v.string(),
    }),
  )
