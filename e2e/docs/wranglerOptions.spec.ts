import { expect } from '@playwright/test'
import { codeBlocks, documents, readDocument } from '../../worker/cli/docs/markdown.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { run } from '../../worker/cli/wrangler/processes.ts'
import { test } from '../support/fixtures.ts'

/**
 * The samples of operators run with a stand-in for wrangler. Here the real one shows, by its help, that it has the commands and options which
 * the documents use.
 */

interface Use {
  readonly where: string
  readonly words: readonly string[]
}

const uses: readonly Use[] = documents().flatMap((page) =>
  codeBlocks(readDocument(page))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code, line }) =>
      [...code.replaceAll(/\\\n/g, ' ').matchAll(/\bnpx wrangler ([^\n|<#]+)/g)].map(([, words = '']) => ({
        where: `${page}:${line}`,
        words: words.trim().split(/\s+/),
      })),
    ),
)

/** The number of words of a command, by its first words; one for all others. */
const lengths: Readonly<Record<string, number>> = { d1: 2, secret: 2, 'd1 time-travel': 3, 'd1 migrations': 3 }

const commandOf = ({ words }: Use): string => {
  const [first = '', second = ''] = words
  return words.slice(0, lengths[`${first} ${second}`] ?? lengths[first] ?? 1).join(' ')
}

for (const [command, usesOfCommand] of Map.groupBy(uses, commandOf))
  test(`wrangler ${command} exists and has the options that the documentation uses`, async () => {
    const { code, output } = await run({
      command: process.execPath,
      args: [inRepository('node_modules/wrangler/bin/wrangler.js'), ...command.split(' '), '--help'],
      env: { CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
    })
    expect(code).toBe(0)
    expect(output).toContain(`wrangler ${command}`)
    const missing = usesOfCommand.flatMap(({ where, words }) =>
      words
        .flatMap((word) => /^--[a-z][\w-]*/.exec(word)?.[0] ?? [])
        .filter((option) => !new RegExp(`${option}\\b`).test(output))
        .map((option) => `${where} ${option}`),
    )
    expect(missing).toEqual([])
  })

test('the documentation uses at least eight commands of wrangler', () => {
  expect(new Set(uses.map(commandOf)).size).toBeGreaterThanOrEqual(8)
})
