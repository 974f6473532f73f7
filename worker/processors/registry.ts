import type { ProcessorDefinition } from './definition.ts'
import { nmiDefinition } from './nmi/definition.ts'
import { simulatorDefinition } from './simulator/definition.ts'

/** The processors that connections can use, by name. */
export type ProcessorRegistry = ReadonlyMap<string, ProcessorDefinition>

export const createRegistry = (definitions: readonly ProcessorDefinition[]): ProcessorRegistry =>
  new Map(definitions.map((definition) => [definition.name, definition]))

/** Adding a processor adds a line. */
export const processorRegistry = createRegistry([simulatorDefinition, nmiDefinition])
