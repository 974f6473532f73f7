import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { alwaysImportable as always, importRules as rules } from './importRules.fixtures.ts'
import type { ImportRule } from './importRules.fixtures.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

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

const isInside = (path: string, module: string): boolean => path === module || path.startsWith(`${module}/`)

const sources = globSync(['*.ts', '{worker,widget,demo,e2e}/**/*.{ts,tsx}'], {
  cwd: repository,
  exclude: ['**/node_modules'],
})

/** Tests and their fixtures. */
const isTest = (file: string): boolean =>
  /(\.(test|spec|fixtures?)|\/(fixtures|testing))\.tsx?$|\/(fixtures|conformance)\//.test(file)

/** The most specific rule for a file. */
const ruleOf = (file: string): string | undefined =>
  Object.keys(rules)
    .filter((module) => isInside(file, module))
    .toSorted((one, other) => other.length - one.length)[0]

const violations = (module: string, { runs, types = [], forTests }: ImportRule): string[] =>
  sources
    .filter((file) => ruleOf(file) === module && (forTests === true || !isTest(file)))
    .flatMap(importsOf)
    .filter(({ target, typeOnly }) => {
      const allowed = [module, ...always, ...runs, ...(typeOnly ? types : [])]
      return !allowed.some((path) => isInside(target, path))
    })
    .map(({ file, target }) => `${file} imports ${target}`)

/** Import cycles, including type imports, each as the shortest path from a file back to itself. */
const importCycles = (imports: ReadonlyMap<string, readonly string[]>): string[] => {
  const found: string[] = []
  const done = new Set<string>()
  for (const start of imports.keys()) {
    const paths = new Map<string, readonly string[]>([[start, [start]]])
    for (const [file, path] of paths)
      for (const target of imports.get(file) ?? []) {
        if (target === start && !path.some((visited) => done.has(visited))) {
          found.push([...path, start].join(' -> '))
          for (const visited of path) done.add(visited)
        }
        if (!paths.has(target)) paths.set(target, [...path, target])
      }
  }
  return found
}

test('the sources have no import cycle, including type imports', () => {
  const imports = new Map(sources.map((file) => [file, importsOf(file).map(({ target }) => target)]))
  expect(importCycles(imports)).toEqual([])
  expect(importCycles(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] })))).toEqual([
    'a -> b -> c -> a',
  ])
})

/** Names that several files export, with the files. Re-exports do not count. */
const duplicateExports = (files: ReadonlyMap<string, string>): string[] => {
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

test('exported names are unique across store, domain, app, terminals and webhooks', () => {
  const files = sources.filter((file) => /^worker\/(store|domain|app|terminals|webhooks)\//.test(file))
  expect(duplicateExports(new Map(files.map((file) => [file, readFileSync(join(repository, file), 'utf8')])))).toEqual(
    [],
  )
  const example = { a: 'export const same = 1', b: 'export async function same() {}', c: "export { same } from 'a'" }
  expect(duplicateExports(new Map(Object.entries(example)))).toEqual(['same: a, b'])
})

describe('import rules', () => {
  test.each(Object.entries(rules))('%s imports only modules that its rule allows', (name, rule) => {
    expect(violations(name, rule)).toEqual([])
  })

  test('every source file has an import rule', () => {
    const withoutRule = sources.filter((file) => !isTest(file) && ruleOf(file) === undefined)
    expect(withoutRule).toEqual([])
  })

  test('no rule except that of vite.config.ts allows production code to import test support', () => {
    const forTests = Object.entries(rules).flatMap(([name, rule]) => (rule.forTests === true ? [name] : []))
    const production = Object.entries(rules).filter(
      ([name, rule]) => rule.forTests !== true && name !== 'vite.config.ts',
    )
    const violating = production.filter(([, { runs }]) =>
      runs.some((path) => forTests.some((module) => isInside(path, module))),
    )
    expect(violating.map(([name]) => name)).toEqual([])
  })

  test('no source file has a relative path out of the repository', () => {
    const leaving = sources.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8')
      const depth = file.split('/').length - 1
      return [...text.matchAll(/(?<![\w.])(inRepository\()?['"`]((?:\.\.\/)+)/g)]
        .filter(([, fromRoot, up = '']) => up.length / 3 > (fromRoot === undefined ? depth : 0))
        .map(([found]) => `${file}: ${found}`)
    })
    expect(leaving).toEqual([])
  })

  test('every import rule applies to existing files', () => {
    const empty = Object.keys(rules).filter((module) => !sources.some((file) => isInside(file, module)))
    expect(empty).toEqual([])
  })

  test('a forbidden import is reported', () => {
    expect(violations('worker/http', { runs: [] })).toContain(
      'worker/http/serve.ts imports worker/app/requestServices.ts',
    )
  })

  test('widget/embed imports no code from other modules except the frame protocols', () => {
    const outside = sources
      .filter((file) => isInside(file, 'widget/embed') && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => !typeOnly && !isInside(target, 'widget/embed'))
      .map(({ target }) => target)
    const protocols = ['card', 'checkouts'].map((frame) => `worker/contract/${frame}/framePort.ts`)
    expect(new Set(outside)).toEqual(new Set(protocols))
  })
})
