import type { Configuration } from '#contract/terminals/terminals'
import { defineColumns, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** A registered terminal. */
export const terminalColumns = defineColumns({
  /** UUIDv7. */
  id: text,
  nickname: text,
  make: text,
  model: text,
  serialNumber: text,
  deviceId: nullable(text),
  configuration: json<Configuration>(),
  /** The code that a simulated terminal was registered by. */
  simulated: nullable(text),
  /** Milliseconds since 1970. */
  created: integer,
})

export type TerminalRow = RowOf<typeof terminalColumns>
