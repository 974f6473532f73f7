import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * Who may import whom. These walls keep card numbers where they may be, and the business free of the web and of SQL.
 *
 * `runs` are rooms whose code may be called, `types` rooms whose types alone may be named. A room may always use itself and the contract.
 */
interface Room {
  readonly runs: readonly string[]
  readonly types?: readonly string[]
}

const rooms: Readonly<Record<string, Room>> = {
  'worker/contract': { runs: [] },
  'worker/domain': { runs: [], types: ['worker/app/compose.ts', 'worker/processors', 'worker/store', 'worker/vault'] },
  'worker/store': { runs: [], types: ['worker/processors'] },
  'worker/vault': { runs: [] },
  'worker/processors': { runs: [] },
  // The composition root.
  'worker/app': {
    runs: [
      'worker/domain',
      'worker/http',
      'worker/pages',
      'worker/processors',
      'worker/routes',
      'worker/store',
      'worker/terminals',
      'worker/vault',
      'worker/webhooks',
    ],
  },
  'worker/webhooks': { runs: ['worker/app', 'worker/domain', 'worker/store'] },
  'worker/terminals': { runs: ['worker/app', 'worker/domain', 'worker/store'] },
  'worker/pages': { runs: ['dist'], types: ['widget/locales'] },
  'worker/http': { runs: ['worker/app', 'worker/domain', 'worker/store'] },
  'worker/routes': { runs: ['worker/domain', 'worker/http', 'worker/pages', 'worker/terminals'] },
  'widget/embed': { runs: [], types: ['widget/locales'] },
  'widget/encrypt': { runs: [] },
  'widget/client': { runs: [] },
  'widget/card-frame': {
    runs: ['widget/fields', 'widget/card', 'widget/theme', 'widget/locales', 'widget/frame'],
  },
  'widget/checkout': {
    runs: ['widget/fields', 'widget/card', 'widget/theme', 'widget/locales', 'widget/frame'],
  },
  'widget/frame': { runs: [] },
  'widget/fields': { runs: ['widget/card', 'widget/theme', 'widget/locales'] },
  'widget/card': { runs: [] },
  'widget/theme': { runs: [] },
  'widget/locales': { runs: [] },
  demo: { runs: ['widget/client', 'widget/encrypt'] },
}

/** What every room may use. dist holds data that the build leaves for the pages. */
const always = ['worker/contract']

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
}

const importsOf = (file: string): Import[] => {
  const source = readFileSync(join(repository, file), 'utf8')
  return [
    ...source.matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm,
    ),
  ]
    .map(([, type, from, bare, dynamic]) => ({ typeOnly: type !== undefined, path: from ?? bare ?? dynamic ?? '' }))
    .filter(({ path }) => path.startsWith('.') || path.startsWith('#contract/'))
    .map(({ typeOnly, path }) => ({
      file,
      typeOnly,
      target: path.startsWith('#') ? `${path.replace('#', 'worker/')}.ts` : normalize(join(dirname(file), path)),
    }))
}

const inside = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

const breaches = (room: string, { runs, types = [] }: Room): string[] =>
  globSync(`${room}/**/*.ts`, { cwd: repository })
    .filter((file) => !/\.(test|long\.test|fixtures?)\.ts$/.test(file) && !/\/(testing|proof|fixtures)\b/.test(file))
    .flatMap(importsOf)
    .filter(({ target, typeOnly }) => {
      const allowed = [room, ...always, ...runs, ...(typeOnly ? types : [])]
      return !allowed.some((place) => inside(target, place))
    })
    .map(({ file, target }) => `${file} imports ${target}`)

describe('the walls between the rooms', () => {
  test.each(Object.entries(rooms))('%s imports only what it may', (name, room) => {
    expect(breaches(name, room)).toEqual([])
  })

  test('every room has files, so that no rule speaks of a folder that is gone', () => {
    const empty = Object.keys(rooms).filter((room) => globSync(`${room}/**/*.ts`, { cwd: repository }).length === 0)
    expect(empty).toEqual([])
  })

  test('a breach is found', () => {
    expect(breaches('worker/http', { runs: [] })).toContain('worker/http/serve.ts imports worker/app/compose.ts')
  })

  test("the elements on the merchant's page have the protocols of their frames from outside, and nothing else", () => {
    const outside = globSync('widget/embed/**/*.ts', { cwd: repository })
      .filter((file) => !file.includes('.test.'))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => !typeOnly && !inside(target, 'widget/embed'))
      .map(({ target }) => target)
    const protocols = ['card', 'checkout'].map((frame) => `worker/contract/${frame}/framePort.ts`)
    expect(new Set(outside)).toEqual(new Set(protocols))
  })
})
