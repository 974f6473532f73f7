import { globSync, readFileSync } from 'node:fs'
import { inRepository, repository } from '../../cli/repository.ts'
import { codeLines, draw, type Line } from './lines.ts'
import { sqlMutants, type SqlMutant } from './sql/candidates.ts'

/**
 * The folders whose code is mutated. Those with SQL texts have mutants of them as well. `minScore` is the minimum percentage of mutants that
 * the tests kill: a little less than the rates in docs/internals/testing.md, since the draws differ.
 */
export const rooms = [
  { root: 'worker/domain', hasSql: false, hasObjects: false, minScore: 70 },
  { root: 'worker/store', hasSql: true, hasObjects: false, minScore: 45 },
  { root: 'worker/webhooks', hasSql: true, hasObjects: true, minScore: 45 },
] as const

export type Room = (typeof rooms)[number]

export interface DrawnRoom {
  readonly lines: readonly Line[]
  readonly sql: readonly SqlMutant[]
  /** How many there are to draw from. */
  readonly allLines: number
  readonly allSql: number
}

const readSources = (root: string): [file: string, text: string][] =>
  globSync(`${root}/**/*.ts`, { cwd: repository })
    .filter((file) => !/\.(?:test|fixtures?)\.ts$/.test(file))
    .toSorted()
    .map((file) => [file, readFileSync(inRepository(file), 'utf8')])

export const allSqlMutants = (root: string): SqlMutant[] =>
  readSources(root).flatMap(([file, text]) => sqlMutants(file, text))

/** Draws lines of a room, and mutants of its SQL texts. */
export const drawRoom = ({ root, hasSql }: Room, counts: { lines: number; sql: number }, seed: number): DrawnRoom => {
  const lines = readSources(root).flatMap(([file, text]) => codeLines(file, text))
  const sql = hasSql ? allSqlMutants(root) : []
  return {
    lines: draw(lines, counts.lines, seed),
    sql: draw(sql, counts.sql, seed),
    allLines: lines.length,
    allSql: sql.length,
  }
}
