import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { CliError } from '../../worker/cli/cliError.ts'
import { rows, type RowName } from './load/rows.ts'

/** Parses a command's options. @throws a CliError with the usage for invalid options */
export const withUsage = <T>(read: () => T, usage: string): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`${(error as Error).message}\n${usage}`)
  }
}

/** @throws a CliError with the usage */
export const parseNumber = (text: string, isValid: (value: number) => boolean, usage: string): number => {
  const value = Number(text)
  if (!isValid(value)) throw new CliError(`Invalid number: ${text}\n${usage}`)
  return value
}

const isRow = (name: string): name is RowName => Object.hasOwn(rows, name)

/** Parses comma-separated row names. @throws a CliError with the usage */
export const parseRows = (text: string, usage: string): readonly RowName[] => {
  const names = text.split(',')
  const unknown = names.filter((name) => !isRow(name))
  if (unknown.length > 0) throw new CliError(`Unknown row: ${unknown.join(', ')}\n${usage}`)
  return names.filter(isRow)
}

const packageVersion = (name: string): string =>
  (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version

/** The machine and versions of a measurement, in one sentence. */
export const describeMachine = (): string => {
  const [{ model } = { model: 'unknown' }] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  return `${cpus().length} cores (${model.trim()}), ${process.platform}, Node ${process.versions.node}, workerd ${packageVersion('workerd')}, ${day}.`
}
