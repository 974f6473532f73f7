import { readFileSync } from 'node:fs'
import { inRepository } from '../../worker/cli/repository.ts'

/** A chapter of README.md. */
export const chapter = (title: string): string => {
  const [, text = ''] = readFileSync(inRepository('README.md'), 'utf8').split(`\n## ${title}\n`)
  return text.split('\n## ')[0]!
}

/** The cells of the first table below a heading or another line. */
export const tableAfter = (text: string, line: string): string[][] => {
  const [, below = ''] = text.split(`${line}\n`)
  const rows = below.slice(below.indexOf('| ')).split('\n')
  const end = rows.findIndex((row) => !row.startsWith('|'))
  return rows.slice(2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The code spans of a cell. */
export const codeSpans = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
