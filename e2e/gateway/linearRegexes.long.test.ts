import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { repository } from '../../worker/cli/repository.ts'

/**
 * Regular expressions run on text from clients, so each must run in linear time. recheck verifies every one in shipped code; commands and the
 * build read only files of the repository and are excluded.
 */

type Pattern = { file: string; source: string; flags: string }
type Node = { type: string; [member: string]: unknown }

const isShipped = (file: string): boolean =>
  !/\.test\.ts$|\.fixtures\.ts$|\/testing\/|^worker\/cli\/|^widget\/(build|package)/.test(file)

const literalsOf = (file: string): Pattern[] => {
  const found: Pattern[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value && typeof value === 'object') {
      const { regex } = value as { regex?: { pattern: string; flags: string } }
      if ((value as Node).type === 'Literal' && regex) found.push({ file, source: regex.pattern, flags: regex.flags })
      Object.values(value).forEach(visit)
    }
  }
  visit(parseSync(file, readFileSync(`${repository}/${file}`, 'utf8'), { lang: 'ts', sourceType: 'module' }).program)
  return found
}

const patterns = globSync('{worker,widget}/**/*.ts', { cwd: repository }).filter(isShipped).flatMap(literalsOf)
const each = [...Map.groupBy(patterns, ({ source, flags }) => `/${source}/${flags}`)].map(
  ([text, [first]]) => [text, first!] as const,
)

const statusOf = async ({ source, flags }: Omit<Pattern, 'file'>): Promise<string> =>
  (await check(source, flags, { timeout: 60_000 })).status

describe('regular expressions', () => {
  test.each(each)('%s runs in linear time', { timeout: 120_000 }, async (_text, pattern) => {
    expect(await statusOf(pattern), pattern.file).toBe('safe')
  })

  test('recheck: more than 100 regular expressions are checked, and vulnerable ones are reported', async () => {
    expect(each.length).toBeGreaterThan(100)
    expect(await statusOf({ source: '\\/+$', flags: '' })).toBe('vulnerable')
    expect(await statusOf({ source: '^(a|a)*$', flags: '' })).toBe('vulnerable')
  })
})
