import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { CliError } from '../../worker/cli/cliError.ts'
import { rows, type RowName } from './load/rows.ts'

/** Runs what reads a command's options. @throws a CliError with the usage for an option that does not exist */
export const readOptionsBy = <T>(read: () => T, usage: string): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`${(error as Error).message}\n${usage}`)
  }
}

/** @throws a CliError with the usage */
export const readNumber = (text: string, isRight: (value: number) => boolean, usage: string): number => {
  const value = Number(text)
  if (!isRight(value)) throw new CliError(`${text} does not work here.\n${usage}`)
  return value
}

const isRow = (name: string): name is RowName => Object.hasOwn(rows, name)

/** Names of rows with commas between them. @throws a CliError with the usage */
export const readRows = (text: string, usage: string): readonly RowName[] => {
  const names = text.split(',')
  const unknown = names.filter((name) => !isRow(name))
  if (unknown.length > 0) throw new CliError(`There is no row ${unknown.join(', ')}.\n${usage}`)
  return names.filter(isRow)
}

const versionOf = (name: string): string =>
  (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version

/** What figures were measured on, in one sentence. */
export const aboutMachine = (): string => {
  const [{ model } = { model: 'unknown' }] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  return `${cpus().length} cores (${model.trim()}), ${process.platform}, Node ${process.versions.node}, workerd ${versionOf('workerd')}, ${day}.`
}
