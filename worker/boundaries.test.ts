import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * Who may import whom. These boundaries keep card numbers where they may be, and the business free of the web and of SQL.
 *
 * `runs` are folders and files whose code may be called, `types` those whose types alone may be named. All may use themselves and the
 * contract. What is there for tests is `forTests`: its own tests are held to the rule, too, and nothing else may import it.
 */
interface Room {
  readonly runs: readonly string[]
  readonly types?: readonly string[]
  readonly forTests?: true
}

const workerRooms = ['app', 'domain', 'http', 'processors', 'store', 'terminals', 'vault', 'webhooks'].map(
  (name) => `worker/${name}`,
)

const rooms: Readonly<Record<string, Room>> = {
  'worker/contract': { runs: [] },
  'worker/domain': { runs: [], types: ['worker/processors', 'worker/store', 'worker/vault'] },
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
  'worker/terminals': { runs: ['worker/app', 'worker/domain', 'worker/store'], types: ['worker/processors'] },
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
  'worker/cli': { runs: ['demo', 'worker/domain', 'worker/pages', 'worker/vault'] },
  'worker/index.ts': { runs: ['worker/app', 'worker/terminals', 'worker/webhooks'] },
  'widget/build.ts': { runs: ['widget/card-frame', 'widget/checkout', 'widget/locales', 'widget/paymentPages.ts'] },
  'widget/manifest.ts': { runs: [] },
  'widget/package.ts': { runs: ['widget/manifest.ts'] },
  'widget/paymentPages.ts': { runs: ['worker/pages'] },
  'vite.config.ts': {
    runs: ['widget/build.ts', 'widget/package.ts', 'worker/cli', 'worker/testing/vitest/project.ts'],
  },
  'playwright.config.ts': { runs: ['worker/cli'] },

  'worker/testing': {
    runs: [...workerRooms, 'worker/cli', 'worker/proof/acquirer', 'worker/proof/leaks', 'widget/encrypt'],
    forTests: true,
  },
  'worker/proof': {
    runs: [...workerRooms, 'worker/cli', 'worker/openapi.json', 'worker/testing', 'widget/encrypt', 'e2e'],
    forTests: true,
  },
  'widget/testing': { runs: ['widget', 'worker/cli', 'worker/pages'], forTests: true },
  e2e: {
    runs: [
      'demo',
      'widget',
      'worker/cli',
      'worker/domain',
      'worker/proof',
      'worker/terminals',
      'worker/testing',
      'worker/webhooks',
    ],
    forTests: true,
  },
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

const sources = globSync(['*.ts', '{worker,widget,demo,e2e}/**/*.{ts,tsx}'], { cwd: repository })

/** Tests, and what they share beside the code that they test. */
const isTest = (file: string): boolean =>
  /(\.(test|spec|fixtures?)|\/(fixtures|testing))\.tsx?$|\/(fixtures|conformance)\//.test(file)

const breaches = (room: string, { runs, types = [], forTests }: Room): string[] =>
  sources
    .filter((file) => inside(file, room) && (forTests === true || !isTest(file)))
    .flatMap(importsOf)
    .filter(({ target, typeOnly }) => {
      const allowed = [room, ...always, ...runs, ...(typeOnly ? types : [])]
      return !allowed.some((place) => inside(target, place))
    })
    .map(({ file, target }) => `${file} imports ${target}`)

/** Files that import one another, types included, as the shortest way from the first back to itself. */
const circles = (imports: ReadonlyMap<string, readonly string[]>): string[] => {
  const found: string[] = []
  const done = new Set<string>()
  for (const start of imports.keys()) {
    const ways = new Map<string, readonly string[]>([[start, [start]]])
    for (const [file, way] of ways)
      for (const target of imports.get(file) ?? []) {
        if (target === start && !way.some((one) => done.has(one))) {
          found.push([...way, start].join(' -> '))
          for (const one of way) done.add(one)
        }
        if (!ways.has(target)) ways.set(target, [...way, target])
      }
  }
  return found
}

test('no file imports itself by way of others, not even a type', () => {
  const imports = new Map(sources.map((file) => [file, importsOf(file).map(({ target }) => target)]))
  expect(circles(imports)).toEqual([])
  expect(circles(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] })))).toEqual(['a -> b -> c -> a'])
})

/** Names that more than one of these files exports, with the files. What a file passes on under the same name counts as one. */
const exportedTwice = (files: ReadonlyMap<string, string>): string[] => {
  const exported = [...files].flatMap(([file, source]) =>
    [...source.matchAll(/^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm)].map(([, name]) => ({
      name,
      file,
    })),
  )
  return [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)
}

test('stores, domain, composition root and Durable Objects export no name twice', () => {
  const files = sources.filter((file) => /^worker\/(store|domain|app|terminals|webhooks)\//.test(file))
  expect(exportedTwice(new Map(files.map((file) => [file, readFileSync(join(repository, file), 'utf8')])))).toEqual([])
  const example = { a: 'export const same = 1', b: 'export async function same() {}', c: "export { same } from 'a'" }
  expect(exportedTwice(new Map(Object.entries(example)))).toEqual(['same: a, b'])
})

describe('boundaries', () => {
  test.each(Object.entries(rooms))('%s imports only what it may', (name, room) => {
    expect(breaches(name, room)).toEqual([])
  })

  test('every source has a rule', () => {
    const free = sources.filter((file) => !isTest(file) && !Object.keys(rooms).some((room) => inside(file, room)))
    expect(free).toEqual([])
  })

  test('nothing but tests, and the configuration that runs them, may import what is there for tests', () => {
    const forTests = Object.entries(rooms).flatMap(([name, room]) => (room.forTests === true ? [name] : []))
    const product = Object.entries(rooms).filter(([name, room]) => room.forTests !== true && name !== 'vite.config.ts')
    const open = product.filter(([, { runs }]) => runs.some((place) => forTests.some((room) => inside(place, room))))
    expect(open.map(([name]) => name)).toEqual([])
  })

  test('no source names a path outside of the repository', () => {
    const leaving = sources.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8')
      const depth = file.split('/').length - 1
      return [...text.matchAll(/(?<![\w.])(inRepository\()?['"`]((?:\.\.\/)+)/g)]
        .filter(([, fromRoot, up = '']) => up.length / 3 > (fromRoot === undefined ? depth : 0))
        .map(([found]) => `${file}: ${found}`)
    })
    expect(leaving).toEqual([])
  })

  test('every room has files, so that no rule speaks of a folder that is gone', () => {
    const empty = Object.keys(rooms).filter((room) => !sources.some((file) => inside(file, room)))
    expect(empty).toEqual([])
  })

  test('a breach is found', () => {
    expect(breaches('worker/http', { runs: [] })).toContain('worker/http/serve.ts imports worker/app/compose.ts')
  })

  test("the elements on the merchant's page have the protocols of their frames from outside, and nothing else", () => {
    const outside = sources
      .filter((file) => inside(file, 'widget/embed') && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => !typeOnly && !inside(target, 'widget/embed'))
      .map(({ target }) => target)
    const protocols = ['card', 'checkouts'].map((frame) => `worker/contract/${frame}/framePort.ts`)
    expect(new Set(outside)).toEqual(new Set(protocols))
  })
})
