import { builtInConnection } from '#contract/connections/builtInConnection'
import type { Connection } from '../domain/connections/connection.ts'
import type { ConnectionRow } from '../store/connections/connectionColumns.ts'
import type { Gateway } from './gateway.ts'

/**
 * The connections of an account with their capabilities, and the built-in one. One of a processor that this gateway does not have is left out:
 * it can take no payment.
 */
export const toConnections = (
  { processor, processors }: Pick<Gateway, 'processor' | 'processors'>,
  rows: readonly ConnectionRow[],
): readonly Connection[] => [
  { id: builtInConnection, disabled: false, used: true, can: processor.can, testCards: null },
  ...rows.flatMap(({ id, disabled, used, processor: name, settings }) => {
    const definition = processors.get(name)
    return definition === undefined
      ? []
      : [{ id, disabled, used, can: definition.capabilities(settings), testCards: definition.testCards }]
  }),
]
